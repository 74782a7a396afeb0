"""`SegmentProd`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.complex128]:
        for kind in [np.int32, np.int64]:
            yield case("SegmentProd", some(dtype, 6, 3), np.array([0, 0, 1, 1, 1, 3], kind))
            yield case("SegmentProd", some(dtype, 5), np.array([1, 1, 2, 4, 4], kind))
    for shape, ids in [((0,), []), ((0, 3), []), ((3, 0), [0, 0, 1]), ((3,), [0, 1, 0]), ((3,), [-1, 0, 1]), ((3,), [0, 1]), ((2, 2, 2), [0, 1]), ((3,), [[0, 1, 2]]), ((1,), [0]),
                       ((3, 2), [0, 0, 0]), ((3,), [0, 0, -1]), ((9, 5), [0, 0, 0, 1, 1, 2, 2, 2, 2])]:
        yield case("SegmentProd", floats(*shape), np.array(ids, np.int32))
    yield case("SegmentProd", floats(), np.array([0], np.int32))


def gradients():
    yield gradient("SegmentProd", floats(6, 2, dtype=np.float64), np.array([0, 0, 1, 1, 1, 2]))
    yield gradient("SegmentProd", floats(4, dtype=np.float64), np.array([0, 2, 2, 3], np.int32))
    yield gradient("SegmentProd", np.array([0.0, 2.0, 0.0, 0.0, 3.0]), np.array([0, 0, 1, 1, 2]), numeric=False)
