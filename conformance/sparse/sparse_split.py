"""`SparseSplit`."""
from harness import ANY, case, floats, np, some

PLACES = np.array([[0, 2], [0, 4], [1, 0], [2, 1], [3, 3]])


def cases():
    for dtype in ANY:
        yield case("SparseSplit", np.int64(1), PLACES, some(dtype, 5), np.array([4, 6]), num_split=2)
    for axis, count in [(0, 2), (0, 3), (1, 4), (1, 6), (0, 1)]:
        yield case("SparseSplit", np.int64(axis), PLACES, floats(5), np.array([4, 6]), num_split=count)
    for axis, count in [(0, 5), (2, 2)]:
        yield case("SparseSplit", np.int64(axis), PLACES, floats(5), np.array([4, 6]), num_split=count)
