"""`SparseFillEmptyRows`, `SparseFillEmptyRowsGrad`."""
from harness import ANY, FLOATS, INTS, case, floats, gradient, np, some

PLACES = np.array([[0, 1], [0, 3], [2, 0], [3, 1]])


def cases():
    for dtype in ANY:
        yield case("SparseFillEmptyRows", PLACES, some(dtype, 4), np.array([6, 5]), some(dtype))
    for places, shape in [(PLACES, [4, 4]), (np.array([[0, 0], [1, 0]]), [2, 5]), (np.array([[1, 0], [0, 0]]), [3, 5]), (np.array([[2, 0], [0, 1], [2, 1], [0, 0]]), [4, 5]), (np.zeros([0, 2], np.int64), [3, 5]),
                          (np.zeros([0, 2], np.int64), [0, 5]), (PLACES, [0, 5]), (PLACES, [3, 5]), (PLACES - 1, [6, 5]), (np.array([[1], [4]]), [5]), (np.array([[1, 0, 2]]), [3, 1, 3])]:
        yield case("SparseFillEmptyRows", places, floats(len(places)), np.array(shape), np.float32(7))
    yield case("SparseFillEmptyRows", PLACES, floats(3), np.array([6, 5]), np.float32(7))
    yield case("SparseFillEmptyRows", PLACES, floats(4), np.array([6, 5]), floats(1))
    yield case("SparseFillEmptyRows", PLACES, floats(4), np.array([[6, 5]]), np.float32(7))
    for dtype in FLOATS + INTS + [np.complex64, np.complex128]:
        yield case("SparseFillEmptyRowsGrad", np.array([0, 1, 3]), some(dtype, 5))
    for places, count in [([], 0), ([], 3), ([0, 0], 2), ([2], 2), ([-1], 2)]:
        yield case("SparseFillEmptyRowsGrad", np.array(places, np.int64), floats(count))


def gradients():
    yield gradient("SparseFillEmptyRows", PLACES, floats(4, dtype=np.float64), np.array([6, 5]), floats(dtype=np.float64))
    yield gradient("SparseFillEmptyRows", np.array([[1, 0], [0, 0]]), floats(2, dtype=np.float64), np.array([3, 5]), floats(dtype=np.float64))
