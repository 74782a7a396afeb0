"""`SparseAdd`, `SparseAddGrad`."""
from harness import case, floats, gradient, np, some

LEFT, RIGHT, SHAPE = np.array([[0, 1], [1, 0], [2, 2]]), np.array([[0, 0], [1, 0], [2, 1], [2, 2]]), np.array([3, 3])
SIZES = {np.complex64: np.float32, np.complex128: np.float64}


def cases():
    for dtype in [np.float32, np.float64, np.int8, np.int16, np.int32, np.int64, np.complex64, np.complex128]:
        for threshold in [0, 1, 5]:
            yield case("SparseAdd", LEFT, some(dtype, 3), SHAPE, RIGHT, some(dtype, 4), SHAPE, SIZES.get(dtype, dtype)(threshold))
        yield case("SparseAddGrad", some(dtype, 5), LEFT, RIGHT, np.array([[0, 0], [0, 1], [1, 0], [2, 1], [2, 2]]))
        yield case("SparseAddGrad", some(dtype, 2), LEFT, RIGHT, np.array([[0, 1], [2, 2]]))
    none = np.zeros([0, 2], np.int64)
    yield case("SparseAdd", none, floats(0), SHAPE, RIGHT, floats(4), SHAPE, np.float32(0))
    yield case("SparseAdd", none, floats(0), SHAPE, none, floats(0), SHAPE, np.float32(0))
    yield case("SparseAdd", LEFT, floats(3), SHAPE, RIGHT, floats(4), np.array([3, 4]), np.float32(0))
    yield case("SparseAdd", LEFT, floats(2), SHAPE, RIGHT, floats(4), SHAPE, np.float32(0))
    yield case("SparseAdd", LEFT, floats(3), SHAPE, RIGHT, floats(4), SHAPE, floats(1))


def gradients():
    yield gradient("SparseAdd", LEFT, floats(3, dtype=np.float64), SHAPE, RIGHT, floats(4, dtype=np.float64), SHAPE, np.float64(0), wrt=[1, 4])
