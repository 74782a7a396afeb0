"""`Transpose`, `ConjugateTranspose`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for op in ["Transpose", "ConjugateTranspose"]:
            for kind in [np.int32, np.int64]:
                yield case(op, some(dtype, 2, 3), np.array([1, 0], kind))
    for shape, perm in [((), []), ((3,), [0]), ((2, 3, 4), [2, 0, 1]), ((2, 3, 4), [0, 2, 1]), ((2, 3, 4), [1, 0, 2]), ((2, 3, 4), [-1, 0, 1]), ((33, 65), [1, 0]),
                        ((2, 0), [1, 0]), ((2, 1, 3), [1, 2, 0]), ((2, 3, 4, 5), [3, 1, 0, 2]), ((2, 3), [0]), ((2, 3), [0, 0]), ((2, 3), [0, 2]), ((2, 3), [0, -3])]:
        yield case("Transpose", floats(*shape), np.array(perm, np.int32))
    yield case("Transpose", floats(2, 3), np.array([[0, 1]], np.int32))


def gradients():
    for shape, perm in [((2, 3), [1, 0]), ((2, 3, 4), [2, 0, 1]), ((), [])]:
        yield gradient("Transpose", floats(*shape, dtype=np.float64), np.array(perm, np.int32))
        yield gradient("ConjugateTranspose", floats(*shape, dtype=np.float64), np.array(perm, np.int64))


def bench():
    yield case("Transpose", floats(1024, 1024), np.array([1, 0], np.int32))
    yield case("Transpose", floats(32, 28, 28, 32), np.array([0, 3, 1, 2], np.int32))
