"""`SparseConcat`."""
from harness import ANY, case, floats, np, some

LEFT, RIGHT = np.array([[0, 2], [1, 0]]), np.array([[0, 0], [1, 1], [1, 2]])


def cases():
    for dtype in ANY:
        yield case("SparseConcat", LEFT, RIGHT, some(dtype, 2), some(dtype, 3), np.array([2, 3]), np.array([2, 3]), counts=[2, 2], concat_dim=1)
    for axis, left, right in [(0, [2, 3], [2, 3]), (-1, [2, 3], [2, 4]), (-2, [3, 3], [2, 3]), (1, [2, 3], [3, 3]), (0, [2, 3], [2, 4])]:
        yield case("SparseConcat", LEFT, RIGHT, floats(2), floats(3), np.array(left), np.array(right), counts=[2, 2], concat_dim=axis)
    none = np.zeros([0, 2], np.int64)
    yield case("SparseConcat", none, RIGHT, floats(0), floats(3), np.array([2, 3]), np.array([2, 3]), counts=[2, 2], concat_dim=1)
