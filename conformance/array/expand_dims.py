"""`ExpandDims`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("ExpandDims", some(dtype, 2, 3), np.int32(1))
    for shape in [(), (3,), (2, 0), (2, 3, 4)]:
        for axis in [-5, -4, -3, -2, -1, 0, 1, 2, 3, 4]:
            yield case("ExpandDims", floats(*shape), np.int32(axis))
    yield case("ExpandDims", floats(2), np.int64(-1))
    yield case("ExpandDims", floats(2), np.array([1], np.int32))
    yield case("ExpandDims", floats(2), np.array([0, 1], np.int32))


def gradients():
    for axis in [0, 1, -1]:
        yield gradient("ExpandDims", floats(2, 3, dtype=np.float64), np.int32(axis))
