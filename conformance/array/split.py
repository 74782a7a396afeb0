"""`Split`, `SplitV`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("Split", np.int32(1), some(dtype, 2, 6), num_split=3)
        yield case("SplitV", some(dtype, 2, 6), np.array([1, -1, 3]), np.int32(1), num_split=3)
    for shape, axis, num in [((6,), 0, 2), ((6,), -1, 3), ((6,), 0, 4), ((6,), 1, 2), ((6,), -2, 2), ((0,), 0, 2), ((2, 0), 0, 2),
                             ((4, 3), 0, 1), ((), 0, 1), ((2, 4, 3), 1, 2)]:
        yield case("Split", np.int32(axis), floats(*shape), num_split=num)
    for shape, sizes, axis in [((6,), [1, 5], 0), ((6,), [6, 0], 0), ((6,), [2, -1], -1), ((6,), [-1, -1], 0), ((6,), [2, 3], 0),
                               ((6,), [4, 5], 0), ((6,), [-2, 8], 0), ((6,), [7, -1], 0), ((6,), [3, 3], 1), ((2, 6), [1, 2, 3], 1),
                               ((0, 2), [0, 0], 0), ((6,), [6], 0), ((6,), [5], 0)]:
        for kind in [np.int32, np.int64]:
            yield case("SplitV", floats(*shape), np.array(sizes, kind), np.int32(axis), num_split=len(sizes))
    yield case("Split", np.array([0], np.int32), floats(4), num_split=2)
    yield case("SplitV", floats(6), np.array([[3, 3]]), np.int32(0), num_split=2, shapes=False)
    yield case("SplitV", floats(6), np.array([3, 3]), np.int32(0), num_split=3)


def gradients():
    yield gradient("Split", np.int32(1), floats(2, 6, dtype=np.float64), num_split=3)
    yield gradient("Split", np.int32(-1), floats(2, 6, dtype=np.float64), num_split=2, outputs=[0])
    yield gradient("SplitV", floats(2, 6, dtype=np.float64), np.array([1, -1, 3]), np.int32(1), num_split=3)
