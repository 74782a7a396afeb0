"""`SparseReshape`."""
from harness import case, np

PLACES = np.array([[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0], [1, 2, 3]])


def cases():
    for shape in [[9, -1], [3, 12], [36], [-1], [2, 3, 6], [1, 36, 1], [-1, 5], [-1, -1], [5, 7], [-2, 18], [0, -1], [], [6, 2, 3]]:
        yield case("SparseReshape", PLACES, np.array([2, 3, 6]), np.array(shape, np.int64))
    for places, old, new in [(np.zeros([0, 2], np.int64), [0, 3], [3, 0]), (np.zeros([0, 2], np.int64), [0, 3], [-1, 3]), (np.zeros([0, 2], np.int64), [2, 3], [6]), (PLACES, [2, 3], [6]),
                             (np.zeros([0, 2], np.int64), [0, 3], [-1, 0])]:
        yield case("SparseReshape", places, np.array(old), np.array(new))
    yield case("SparseReshape", PLACES[0], np.array([2, 3, 6]), np.array([36]))
    yield case("SparseReshape", PLACES, np.array([[2, 3, 6]]), np.array([36]))
    yield case("SparseReshape", PLACES, np.array([2, 3, 6]), np.array([[36]]))
    yield case("SparseReshape", PLACES, np.array([2**40, 2**40, 6]), np.array([-1]))
