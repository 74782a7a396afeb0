"""`Roll`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("Roll", some(dtype, 3, 4), kind(1), kind(0))
    for shape, shift, axis in [((5,), [2], [0]), ((5,), -7, 0), ((3, 4), [1, -2], [0, 1]), ((3, 4), [1, 2], [1, 1]), ((3, 4, 2), [1, 5, 1], [0, 1, -1]), ((5,), 0, 0), ((0,), 1, 0),
                               ((2, 0), 1, 0), ((5,), 1, 1), ((5,), 1, -2), ((5,), [1, 2], [0]), ((5,), [[1]], [[0]]), ((), 1, 0), ((5,), [], [])]:
        yield case("Roll", floats(*shape), np.array(shift, np.int32), np.array(axis, np.int32))


def gradients():
    yield gradient("Roll", floats(3, 4, dtype=np.float64), np.array([1, -2], np.int32), np.array([0, 1], np.int32))
