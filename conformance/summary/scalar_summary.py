"""`ScalarSummary`."""
from harness import FLOATS, INTS, case, floats, ints, nasty, np, strings


def cases():
    tags = strings(b"a", b"b/c", b"")
    for dtype in FLOATS:
        yield case("ScalarSummary", tags, floats(3, dtype=dtype))
        yield case("ScalarSummary", np.array(b"loss", object), floats(dtype=dtype))
    for dtype in INTS:
        yield case("ScalarSummary", tags, ints(3, dtype=dtype))
    yield case("ScalarSummary", np.array([b"t%d" % k for k in range(16)], object), nasty(np.float32))
    yield case("ScalarSummary", np.array([[b"a"], [b"b"]], object), floats(2, 1))
    yield case("ScalarSummary", np.zeros((0,), object), floats(0))
    yield case("ScalarSummary", np.array(b"a", object), floats(1))
    yield case("ScalarSummary", strings(b"a"), floats())
    yield case("ScalarSummary", tags, floats(2))
    yield case("ScalarSummary", strings(b"\xff"), floats(1))
