"""`SparseSoftmax`."""
from harness import case, floats, gradient, np

PLACES = np.array([[0, 0, 1], [0, 0, 2], [0, 1, 0], [1, 0, 0], [1, 0, 1], [1, 0, 2]])


def cases():
    for dtype in [np.float16, np.float32, np.float64]:
        yield case("SparseSoftmax", PLACES, floats(6, dtype=dtype), np.array([2, 2, 3]))
        yield case("SparseSoftmax", np.array([[0, 1], [2, 0]]), floats(2, dtype=dtype), np.array([3, 2]))
    yield case("SparseSoftmax", PLACES, np.array([1e4, -1e4, 0, 88, 89, 90], np.float32), np.array([2, 2, 3]))
    yield case("SparseSoftmax", np.zeros([0, 2], np.int64), floats(0), np.array([3, 2]))
    yield case("SparseSoftmax", np.array([[0], [1]]), floats(2), np.array([3]))
    yield case("SparseSoftmax", PLACES, floats(5), np.array([2, 2, 3]))


def gradients():
    yield gradient("SparseSoftmax", PLACES, floats(6, dtype=np.float64), np.array([2, 2, 3]))
