"""`StringToNumber`."""
from harness import case, np, strings, tf

TEXTS = ["1", "  3 ", "1.5", "1e3", "0x10", "", "abc", "inf", "nan", "-inf", "infinity", "1_0", "+5", "1 2", "3000000000",
         "-1", "1e400", "-1e400", "1e-50", "1e-400", "1f", "0x1p3", "NaN", " ", "\t4\n", "99999999999999999999", "1.", "-.5", ".",
         "1e", "+-1", "-0", "INF", "+inf", "Infinity", "1e+5", "1E5", "0x", "0xg", "0x1.8p1", "2147483647", "2147483648",
         "-2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775808",
         "4294967295", "4294967296", "18446744073709551615", "0000012", "3.4028235e38", "3.5e38", "1e-45", "0.1",
         "123456789.123456789", "1,5", "\x0b7", "7\x0c", "--1", "- 1"]


def cases():
    for out_type in [tf.float32, tf.float64, tf.int32, tf.int64, tf.uint32, tf.uint64]:
        for text in TEXTS:
            yield case("StringToNumber", np.array(text.encode(), object), out_type=out_type)
        yield case("StringToNumber", strings(b"1", b"2", b"-3") if out_type not in (tf.uint32, tf.uint64) else strings(b"7"),
                   out_type=out_type)
        yield case("StringToNumber", np.zeros((0, 2), object), out_type=out_type)
        yield case("StringToNumber", strings(b"1", b"x"), out_type=out_type)
