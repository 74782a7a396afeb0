"""`AsString`."""
from harness import FLOATS, INTS, bools, case, extreme_ints, floats, ints, nasty, np, strings


def cases():
    for dtype in FLOATS:
        # A NaN's sign differs between machines, and what TensorFlow's threads read of a denormal is zero.
        values = nasty(dtype)
        values = values[(np.abs(values) >= np.finfo(np.float32).tiny) | (values == 0)]
        for look in [dict(), dict(scientific=True), dict(shortest=True), dict(precision=3), dict(precision=0),
                     dict(precision=9, scientific=True), dict(precision=4, shortest=True), dict(width=14),
                     dict(width=14, scientific=True), dict(scientific=True, shortest=True), dict(precision=0, shortest=True),
                     dict(precision=0, scientific=True)]:
            yield case("AsString", values, **look)
        for fill in ["0", " ", "-", "+", "#", "x", "00"]:
            for width in [-1, 0, 5, 16]:
                yield case("AsString", values, width=width, fill=fill)
            yield case("AsString", values, width=16, fill=fill, shortest=True)
            yield case("AsString", values, width=16, fill=fill, scientific=True, precision=0)
        yield case("AsString", floats(2, 3, dtype=dtype))
        yield case("AsString", floats(0, 3, dtype=dtype))
        yield case("AsString", floats(dtype=dtype))
    for dtype in INTS:
        for fill in ["", "0", " ", "-", "+", "#"]:
            for width in [-1, 3, 25]:
                yield case("AsString", extreme_ints(dtype), width=width, fill=fill)
        yield case("AsString", ints(2, 3, dtype=dtype))
        yield case("AsString", ints(3, dtype=dtype), precision=2)
        yield case("AsString", ints(3, dtype=dtype), shortest=True)
    for dtype in [np.complex64, np.complex128]:
        values = np.array([1 + 2j, -0.5 + 1e20j, complex(0, -1)], dtype)
        for look in [dict(), dict(precision=2), dict(shortest=True), dict(width=8), dict(scientific=True, fill="+"),
                     dict(width=12, fill="0", precision=1)]:
            yield case("AsString", values, **look)
    for look in [dict(), dict(width=8), dict(precision=1), dict(shortest=True), dict(fill="0", width=6)]:
        yield case("AsString", bools(3), **look)
        yield case("AsString", strings(b"ab", b"", b"longer than that"), **look)
    yield case("AsString", strings(b"ab", b"c"), fill="-", width=6)
