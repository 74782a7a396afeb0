"""`UnsortedSegmentMin`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some


def cases():
    for dtype in FLOATS + INTS:
        for kind in [np.int32, np.int64]:
            yield case("UnsortedSegmentMin", some(dtype, 6, 3), np.array([3, 0, 1, 1, -1, 0], kind), np.int32(5))
            yield case("UnsortedSegmentMin", some(dtype, 5), np.array([1, 1, 2, 0, 1], kind), np.int64(3))
    for shape, ids, count in [((0,), [], 0), ((0,), [], 2), ((0, 3), [], 2), ((3, 0), [0, 0, 1], 2), ((3,), [0, 1, 2], 2), ((3,), [-1, -5, -1], 2), ((2, 2, 2), [[0, 1], [1, 0]], 2), ((3,), [0, 1], 2),
                              ((2, 2), [[0, 1], [1, 0]], 3), ((3,), [0, 0, 0], -1), ((), 1, 3), ((2,), 1, 3), ((9, 5), [4, 0, 0, 1, 1, 2, 2, 2, 4], 6)]:
        yield case("UnsortedSegmentMin", floats(*shape), np.array(ids, np.int32), np.int32(count))
    yield case("UnsortedSegmentMin", floats(2), np.array([0, 1], np.int32), np.array([2], np.int32))


def gradients():
    yield gradient("UnsortedSegmentMin", floats(6, 2, dtype=np.float64), np.array([2, 0, 1, 1, -1, 2]), np.int32(4))
    yield gradient("UnsortedSegmentMin", floats(2, 3, 2, dtype=np.float64), np.array([[0, 1, 0], [1, 2, 2]], np.int32), np.int64(3))
    yield gradient("UnsortedSegmentMin", floats(4, dtype=np.float64), np.array([1, 0, 1, 0], np.int32), np.int32(2))
