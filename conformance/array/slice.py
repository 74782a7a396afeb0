"""`Slice`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("Slice", some(dtype, 4, 5), np.array([1, 2], kind), np.array([2, -1], kind))
    for shape, begin, size in [((5,), [0], [5]), ((5,), [5], [0]), ((5,), [5], [-1]), ((5,), [6], [0]), ((5,), [-1], [1]),
                               ((5,), [2], [4]), ((5,), [2], [-2]), ((0,), [0], [0]), ((0, 3), [0, 1], [-1, 2]), ((), [], []),
                               ((2, 3, 4), [0, 1, 1], [2, 1, 2]), ((2, 3, 4), [1, 0, 0], [1, 3, 4]), ((2, 3), [0], [1]),
                               ((2, 3), [0, 0, 0], [1, 1, 1]), ((2, 3, 4, 5), [0, 1, 1, 2], [1, -1, 2, 3]), ((3,), [0], [0])]:
        for kind in [np.int32, np.int64]:
            yield case("Slice", floats(*shape), np.array(begin, kind), np.array(size, kind))
    yield case("Slice", floats(3), np.array([[0]], np.int32), np.array([[1]], np.int32))


def gradients():
    for kind in [np.int32, np.int64]:
        yield gradient("Slice", floats(4, 5, dtype=np.float64), np.array([1, 2], kind), np.array([2, -1], kind))
    yield gradient("Slice", floats(3, dtype=np.float64), np.array([1], np.int32), np.array([0], np.int32))
