"""`Substr`."""
from harness import case, np, strings


def cases():
    word = np.array("h\u00e9lo w\u00f6\u65e5".encode(), object)
    for unit in ["BYTE", "UTF8_CHAR"]:
        for dtype in [np.int32, np.int64]:
            for pos in [0, 1, 3, 7, 8, 12, 13, -1, -3, -8, -9, -12, -13]:
                for length in [0, 1, 2, 100] + ([-1] if dtype == np.int32 else []):
                    yield case("Substr", word, np.array(pos, dtype), np.array(length, dtype), unit=unit)
        for text in [b"\xff\xfeab", b"a\x80\x80b", b"", b"\x80"]:
            for pos in [0, 1, -1]:
                yield case("Substr", np.array(text, object), np.int32(pos), np.int32(1), unit=unit)
        yield case("Substr", word, np.int64(np.iinfo(np.int64).min), np.int64(1), unit=unit)
        yield case("Substr", word, np.int64(1), np.int64(np.iinfo(np.int64).max), unit=unit)
        yield case("Substr", word, np.int64(-1), np.int64(np.iinfo(np.int64).max), unit=unit)
    words = strings(b"abcd", b"efgh")
    int32 = lambda *values: np.array(values, np.int32)
    yield case("Substr", words, int32(0, 1), int32(1, 2))
    yield case("Substr", words, np.int32(1), np.int32(2))
    yield case("Substr", words, int32(1), int32(2))
    yield case("Substr", np.array(b"abcd", object), int32(0, 1, 2), int32(1, 1, 1))
    yield case("Substr", strings(b"abcd"), int32(0, 1, 2), int32(1, 2, 3))
    yield case("Substr", words, int32(0, 1, 2), int32(1, 1, 1))
    yield case("Substr", words, int32(0, 1), int32(1))
    yield case("Substr", words, np.int32(1), int32(2))
    yield case("Substr", words[None], int32(0, 1)[:, None], int32(1, 2)[:, None])
    yield case("Substr", np.array([words, words]), int32(0, 1), int32(1, 2))
    yield case("Substr", words[None, None], int32(0, 1)[None, None], int32(1, 2)[None, None])
    yield case("Substr", words[None, None], int32(0, 1), int32(1, 2))
    yield case("Substr", words[None, None], np.int32(0), np.int32(1))
    yield case("Substr", words, int32(0, 5), int32(1, 2))
    yield case("Substr", np.zeros((0,), object), np.int32(0), np.int32(1))
    yield case("Substr", np.zeros((0,), object), np.zeros((0,), np.int32), np.zeros((0,), np.int32))
