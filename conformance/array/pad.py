"""`Pad`, `PadV2`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("Pad", some(dtype, 2, 3), np.array([[1, 0], [0, 2]], kind))
            yield case("PadV2", some(dtype, 2, 3), np.array([[1, 0], [0, 2]], kind), some(dtype))
    for shape, paddings in [((3,), [[0, 0]]), ((3,), [[2, 1]]), ((0,), [[1, 1]]), ((2, 0), [[0, 1], [1, 0]]), ((2, 3, 2), [[1, 1], [0, 0], [0, 2]]),
                            ((3,), [[-1, 0]]), ((3,), [[1, 1], [1, 1]]), ((3,), [[1]]), ((2, 2, 2, 2), [[0, 1]] * 4), ((3,), [[0, 0]])]:
        yield case("Pad", floats(*shape), np.array(paddings, np.int32))
        yield case("PadV2", floats(*shape), np.array(paddings, np.int32), np.float32(7))
    yield case("Pad", floats(), np.zeros([0, 2], np.int32))
    yield case("Pad", floats(3), np.array([1, 1], np.int32))
    yield case("PadV2", floats(3), np.array([[1, 1]], np.int32), floats(1))


def gradients():
    for kind in [np.int32, np.int64]:
        yield gradient("Pad", floats(2, 3, dtype=np.float64), np.array([[1, 0], [0, 2]], kind))
        yield gradient("PadV2", floats(2, 3, dtype=np.float64), np.array([[1, 0], [0, 2]], kind), np.float64(3), wrt=[0])
