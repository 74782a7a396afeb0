"""`DecodeRaw`, `DecodePaddedRaw`."""
from harness import case, np, rng, strings, tf

# `DecodePaddedRaw` has no kernel for the first.
TYPES = [tf.float16, tf.float32, tf.float64, tf.int32, tf.uint16, tf.uint8, tf.int16, tf.int8, tf.int64, tf.bfloat16]


def bits(*shape, length):
    data = np.empty(shape, object)
    for place in np.ndindex(shape):
        # No NaNs, of which every one is like the others only in part.
        data[place] = bytes(rng.randint(0, 0x30, length).astype(np.uint8))
    return data


def cases():
    for out_type in TYPES + [tf.complex64, tf.complex128, tf.bool]:
        for little_endian in [True, False]:
            for data in [bits(length=48), bits(3, length=32), bits(2, 2, length=16), bits(length=0), np.zeros((0, 2), object),
                         bits(length=7), strings(b"12345678", b"1234")]:
                yield case("DecodeRaw", data, out_type=out_type, little_endian=little_endian)
    for out_type in TYPES[1:]:
        for little_endian in [True, False]:
            for length in [8, 16, 7, 0, -8]:
                yield case("DecodePaddedRaw", strings(b"", b"12345", b"0123456789abcdef0123"), np.int32(length),
                           out_type=out_type, little_endian=little_endian)
        yield case("DecodePaddedRaw", np.array(b"abc", object), np.int32(8), out_type=out_type)
        yield case("DecodePaddedRaw", np.zeros((0, 2), object), np.int32(8), out_type=out_type)
    yield case("DecodeRaw", strings(b"\x00\x01\x02\xff"), out_type=tf.bool)
    yield case("DecodeRaw", strings(b"12345678"), out_type=tf.float32)


def bench():
    yield case("DecodeRaw", np.array([bytes(784)] * 100, object), out_type=tf.uint8)
