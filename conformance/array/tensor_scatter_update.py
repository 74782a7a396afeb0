"""`TensorScatterUpdate`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("TensorScatterUpdate", some(dtype, 6), np.array([[4], [1]], kind), some(dtype, 2))
            yield case("TensorScatterUpdate", some(dtype, 4, 3), np.array([[2], [0], [2]], kind), some(dtype, 3, 3))
    for shape, indices, updates in [((2, 3), [[0, 1], [1, 1]], (2,)), ((2, 3), [[[0], [1]]], (1, 2, 3)), ((3,), [[5]], (1,)), ((3,), [[-1]], (1,)), ((3,), [[0]], (2,)),
                                    ((3, 3), [[0]], (1, 2)), ((3,), [[0, 0]], (1,)), ((2, 3), [0], (3,)), ((0,), [[0]], (1,)), ((2, 2), [[1, 1], [1, 1], [0, 0]], (3,))]:
        yield case("TensorScatterUpdate", floats(*shape), np.array(indices, np.int32), floats(*updates))
    yield case("TensorScatterUpdate", floats(3), np.zeros([0, 1], np.int32), floats(0))
    for policy in ["DEFAULT", "ERROR", "IGNORE"]:
        yield case("TensorScatterUpdate", floats(3), np.array([[1], [5]], np.int32), floats(2), bad_indices_policy=policy)


def gradients():
    yield gradient("TensorScatterUpdate", floats(6, dtype=np.float64), np.array([[4], [1]], np.int32), floats(2, dtype=np.float64))
    yield gradient("TensorScatterUpdate", floats(4, 3, dtype=np.float64), np.array([[2], [0]]), floats(2, 3, dtype=np.float64))
