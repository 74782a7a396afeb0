"""`StringFormat`."""
from harness import FLOATS, INTS, bools, case, floats, ints, np, strings


def cases():
    values = [ints(8), ints(2, 3), ints(2, 2, 2), floats(7, 2) * 100, floats(2, 3, 4, 5), np.float32(1.23456789),
              np.array([1e10, 1e-10, 1e20, np.inf], np.float32), strings(b"a", b'q"\\\n\xff\x00'), np.array(b"s'", object), np.int32(3),
              np.array(True), bools(5), np.zeros((0, 2), np.float32), np.zeros((2, 0), np.int32), np.zeros((0,), object),
              np.array([1 + 2j, 3], np.complex64)]
    for value in values:
        for summarize in [3, -1, 1, 2, 100]:
            yield case("StringFormat", value, template="<%s>", summarize=summarize)
    for dtype in FLOATS:
        value = np.array([np.inf, -np.inf, 0.0, -0.0, 1.0, -2.5, 3e4, 1e-4, 12345.678, 0.1], dtype)
        yield case("StringFormat", value, template="%s", summarize=-1)
        yield case("StringFormat", (np.arange(1, 9) / 3).astype(dtype), template="%s", summarize=-1)
    for dtype in INTS:
        yield case("StringFormat", ints(3, dtype=dtype), template="%s")
    yield case("StringFormat", np.int32(1), floats(2), template="{} and {}", placeholder="{}")
    yield case("StringFormat", np.int32(1), template="{}{", placeholder="{}")
    yield case("StringFormat", template="none", placeholder="{}")
