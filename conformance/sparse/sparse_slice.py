"""`SparseSlice`, `SparseSliceGrad`."""
from harness import ANY, case, floats, gradient, np, some

PLACES = np.array([[0, 2], [0, 4], [1, 0], [2, 1], [3, 3]])


def cases():
    for dtype in ANY:
        yield case("SparseSlice", PLACES, some(dtype, 5), np.array([4, 6]), np.array([0, 1]), np.array([3, 4]))
    for start, size in [([0, 0], [4, 6]), ([1, 0], [1, 1]), ([2, 2], [9, 9]), ([0, 0], [0, 0]), ([4, 6], [1, 1]), ([0], [1])]:
        yield case("SparseSlice", PLACES, floats(5), np.array([4, 6]), np.array(start), np.array(size))
    for dtype in [np.float32, np.float64, np.int32]:
        yield case("SparseSliceGrad", some(dtype, 2), PLACES, np.array([0, 1]), np.array([[0, 1], [0, 3]]))


def gradients():
    yield gradient("SparseSlice", PLACES, floats(5, dtype=np.float64), np.array([4, 6]), np.array([0, 1]), np.array([3, 4]))
