"""`HistogramSummary`."""
from harness import FLOATS, INTS, case, floats, inf, ints, nan, np, strings


def cases():
    tag = np.array(b"weights", object)
    for dtype in FLOATS:
        for shape in [(), (1,), (50,), (3, 4, 5), (0,)]:
            yield case("HistogramSummary", tag, floats(*shape, dtype=dtype))
        yield case("HistogramSummary", tag, np.zeros(4, dtype))
        for odd in [nan, inf, -inf]:
            yield case("HistogramSummary", tag, np.array([1.0, odd], dtype))
    for dtype in INTS:
        yield case("HistogramSummary", tag, ints(40, dtype=dtype))
    yield case("HistogramSummary", tag, np.array([1e300, -1e300, 1e-300, 0.0, -0.0, 1e20, 1e-12]))
    yield case("HistogramSummary", strings(b"a"), floats(3))
    yield case("HistogramSummary", np.array(b"", object), floats(3))
