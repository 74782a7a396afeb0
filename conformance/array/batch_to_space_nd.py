"""`BatchToSpaceND`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some

SPECS = [((8, 2, 2, 3), [2, 2], [[0, 0], [0, 0]]), ((2, 2, 4), [2], [[1, 0]]), ((12, 2, 2, 1), [2, 3], [[1, 0], [0, 1]]), ((3, 4), [1], [[0, 0]]), ((2, 4), [], np.zeros([0, 2])),
         ((4, 2, 2, 2, 2), [2, 1, 2], [[0, 0], [1, 0], [1, 1]])]


def cases():
    for dtype in FLOATS + INTS:
        yield case("BatchToSpaceND", some(dtype, 4, 2, 2, 2), np.array([2, 2], np.int32), np.array([[0, 0], [1, 1]], np.int32))
    for shape, block, crops in SPECS + [((3, 3), [2], [[0, 0]]), ((2, 4), [0], [[0, 0]]), ((2, 4), [2], [[-1, 1]]), ((4, 4), [2, 2], [[0, 0], [0, 0]]), ((2, 4), [2], [[0, 0, 0]]),
                                        ((2, 2), [2], [[3, 3]]), ((2, 2), [2], [[2, 2]])]:
        for kind in [np.int32, np.int64]:
            yield case("BatchToSpaceND", floats(*shape), np.array(block, kind), np.array(crops, kind))


def gradients():
    for shape, block, crops in SPECS[:3]:
        yield gradient("BatchToSpaceND", floats(*shape, dtype=np.float64), np.array(block, np.int32), np.array(crops, np.int32))
