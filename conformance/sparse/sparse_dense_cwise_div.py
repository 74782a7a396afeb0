"""`SparseDenseCwiseDiv`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some

PLACES = np.array([[0, 1], [1, 0], [2, 0], [2, 3]])


def cases():
    for dtype in FLOATS + INTS:
        yield case("SparseDenseCwiseDiv", PLACES, some(dtype, 4), np.array([3, 4]), some(dtype, 3, 4) * 0 + dtype(3))
    for shape in [(3, 4), (4,), (1, 4), (3, 1), (1,), (), (2, 4), (1, 3, 4), (5,)]:
        yield case("SparseDenseCwiseDiv", PLACES, floats(4), np.array([3, 4]), floats(*shape))
    yield case("SparseDenseCwiseDiv", np.zeros([0, 2], np.int64), floats(0), np.array([3, 4]), floats(3, 4))
    yield case("SparseDenseCwiseDiv", PLACES, floats(3), np.array([3, 4]), floats(3, 4))


def gradients():
    for shape in [(3, 4), (4,), (1, 4)]:
        yield gradient("SparseDenseCwiseDiv", PLACES, floats(4, dtype=np.float64), np.array([3, 4]), floats(*shape, dtype=np.float64) + 3)
