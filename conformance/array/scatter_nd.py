"""`ScatterNd`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("ScatterNd", np.array([[4], [1], [4]], kind), some(dtype, 3), np.array([6], kind))
            yield case("ScatterNd", np.array([[2], [0]], kind), some(dtype, 2, 3), np.array([4, 3], kind))
    for indices, updates, shape in [([[0, 1], [1, 1]], (2,), [2, 3]), ([[[0], [1]]], (1, 2, 3), [2, 3]), ([[5]], (1,), [3]), ([[-1]], (1,), [3]), ([[0]], (2,), [3]),
                                    ([[0]], (1, 2), [3, 3]), ([[0, 0]], (1,), [3]), ([0], (3,), [2, 3]), ([0], (1,), [3]), ([[0]], (1,), [0]), ([[0]], (1,), [-1]),
                                    ([[0, 0, 0]], (1,), [1, 1, 1]), ([[1]], (1, 2, 2), [3, 2, 2])]:
        yield case("ScatterNd", np.array(indices, np.int32), floats(*updates), np.array(shape, np.int32))
    yield case("ScatterNd", np.zeros([0, 1], np.int32), floats(0), np.array([3], np.int32))
    yield case("ScatterNd", np.zeros([0, 1], np.int32), floats(0), np.array([0], np.int32))
    yield case("ScatterNd", np.array([[0]], np.int32), floats(1), np.array([[3]], np.int32))
    for policy in ["DEFAULT", "ERROR", "IGNORE"]:
        yield case("ScatterNd", np.array([[1], [5]], np.int32), floats(2), np.array([3], np.int32), bad_indices_policy=policy)


def gradients():
    yield gradient("ScatterNd", np.array([[4], [1], [4]], np.int32), floats(3, dtype=np.float64), np.array([6], np.int32))
    yield gradient("ScatterNd", np.array([[2], [0]]), floats(2, 3, dtype=np.float64), np.array([4, 3]))
