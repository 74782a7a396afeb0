"""`Reshape`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("Reshape", some(dtype, 2, 3), np.array([3, 2], np.int32))
        yield case("Reshape", some(dtype, 2, 3), np.array([-1], np.int64))
    for shape, wanted in [((6,), [2, -1]), ((6,), [-1, 3, 1]), ((0,), [0, 5]), ((0,), [-1]), ((0, 3), [-1, 3]),
                          ((0, 3), [0, -1]), ((0,), [0, -1]), ((), [1, 1]), ((1,), []), ((1, 1), []), ((6,), [4]),
                          ((6,), [-1, 4]), ((6,), [-1, -1]), ((6,), [-2, 3]), ((2, 3), [6, 1]), ((6,), [0, -1]),
                          ((2, 3), [2**31 - 1, 2**31 - 1]), ((2, 3), [0])]:
        for kind in [np.int32, np.int64]:
            yield case("Reshape", floats(*shape), np.array(wanted, kind))
    yield case("Reshape", floats(6), np.array([[2, 3]], np.int32))
    yield case("Reshape", floats(6), np.array(6, np.int32))
    yield case("Reshape", floats(2, 3), np.array([2**40, 2**40], np.int64))


def gradients():
    yield gradient("Reshape", floats(2, 3, dtype=np.float64), np.array([3, -1], np.int32))
    yield gradient("Reshape", floats(2, 0, dtype=np.float64), np.array([0], np.int32))
