"""`MirrorPad`, `MirrorPadGrad`."""
from harness import ANY, FLOATS, INTS, case, floats, gradient, np, some


def cases():
    for mode in ["REFLECT", "SYMMETRIC"]:
        for dtype in ANY:
            for kind in [np.int32, np.int64]:
                yield case("MirrorPad", some(dtype, 2, 4), np.array([[1, 0], [2, 3]], kind), mode=mode)
        for dtype in FLOATS + INTS + [np.complex64, np.complex128]:
            yield case("MirrorPadGrad", some(dtype, 4, 7), np.array([[1, 1], [2, 1]], np.int32), mode=mode)
        for shape, paddings in [((3,), [[0, 0]]), ((3,), [[3, 3]]), ((3,), [[4, 0]]), ((3,), [[2, 2]]), ((3,), [[-1, 0]]), ((2, 3, 2), [[1, 1], [2, 2], [1, 0]]),
                                ((1,), [[1, 1]]), ((3,), [[1, 1], [1, 1]]), ((3, 1), [[1, 1], [0, 0]]), ((2, 2, 2, 2), [[1, 1]] * 4)]:
            yield case("MirrorPad", floats(*shape), np.array(paddings, np.int32), mode=mode)
        for shape, paddings in [((5,), [[1, 1]]), ((5,), [[2, 0]]), ((5,), [[3, 3]]), ((5, 4, 3), [[1, 1], [0, 2], [0, 0]]), ((5,), [[0, 0]])]:
            yield case("MirrorPadGrad", floats(*shape), np.array(paddings, np.int32), mode=mode)


def gradients():
    for mode in ["REFLECT", "SYMMETRIC"]:
        yield gradient("MirrorPad", floats(3, 4, dtype=np.float64), np.array([[1, 2], [2, 0]], np.int32), mode=mode)
        yield gradient("MirrorPadGrad", floats(6, 7, dtype=np.float64), np.array([[1, 1], [2, 1]], np.int32), mode=mode)
