"""`SparseReduceSum`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some

PLACES = np.array([[0, 0, 1], [0, 2, 1], [1, 0, 0], [1, 2, 1]])


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.complex128]:
        for keep in [False, True]:
            yield case("SparseReduceSum", PLACES, some(dtype, 4), np.array([2, 3, 2]), np.array([1], np.int32), keep_dims=keep)
    for axes in [[0], [2], [0, 1], [1, 2], [0, 2], [-1], [0, 1, 2], []]:
        for keep in [False, True]:
            yield case("SparseReduceSum", PLACES, floats(4), np.array([2, 3, 2]), np.array(axes, np.int32), keep_dims=keep)
    for axes in [[3], [-4]]:
        yield case("SparseReduceSum", PLACES, floats(4), np.array([2, 3, 2]), np.array(axes, np.int32))


def gradients():
    for axes in [[1], [-1], [0, 2]]:
        yield gradient("SparseReduceSum", PLACES, floats(4, dtype=np.float64), np.array([2, 3, 2]), np.array(axes, np.int32))
        yield gradient("SparseReduceSum", PLACES, floats(4, dtype=np.float64), np.array([2, 3, 2]), np.array(axes, np.int32), keep_dims=True)
