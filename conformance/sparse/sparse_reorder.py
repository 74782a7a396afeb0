"""`SparseReorder`."""
from harness import ANY, case, floats, gradient, np, some

PLACES = np.array([[2, 1], [0, 3], [1, 0], [0, 0]])


def cases():
    for dtype in ANY:
        yield case("SparseReorder", PLACES, some(dtype, 4), np.array([3, 4]))
    for places, count, shape in [(PLACES, 3, [3, 4]), (PLACES, 4, [3, 4, 5]), (np.zeros([0, 2], np.int64), 0, [3, 4]), (np.array([[1, 2, 0], [1, 1, 9]]), 2, [3, 4, 10]), (np.sort(PLACES, 0), 4, [3, 4]),
                                 (np.array([[3], [1]]), 2, [5])]:
        yield case("SparseReorder", places, floats(count), np.array(shape))


def gradients():
    yield gradient("SparseReorder", PLACES, floats(4, dtype=np.float64), np.array([3, 4]))
