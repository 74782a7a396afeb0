"""`TensorScatterMin`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some


def cases():
    for dtype in FLOATS + INTS:
        for kind in [np.int32, np.int64]:
            yield case("TensorScatterMin", some(dtype, 6), np.array([[4], [1]], kind), some(dtype, 2))
            yield case("TensorScatterMin", some(dtype, 4, 3), np.array([[2], [0], [2]], kind), some(dtype, 3, 3))
    for shape, indices, updates in [((2, 3), [[0, 1], [1, 1]], (2,)), ((2, 3), [[[0], [1]]], (1, 2, 3)), ((3,), [[5]], (1,)), ((3,), [[-1]], (1,)), ((3,), [[0]], (2,)),
                                    ((3, 3), [[0]], (1, 2)), ((3,), [[0, 0]], (1,)), ((2, 3), [0], (3,)), ((0,), [[0]], (1,)), ((2, 2), [[1, 1], [1, 1], [0, 0]], (3,))]:
        yield case("TensorScatterMin", floats(*shape), np.array(indices, np.int32), floats(*updates))
    yield case("TensorScatterMin", floats(3), np.zeros([0, 1], np.int32), floats(0))
    for policy in ["DEFAULT", "ERROR", "IGNORE"]:
        yield case("TensorScatterMin", floats(3), np.array([[1], [5]], np.int32), floats(2), bad_indices_policy=policy)


def gradients():
    yield gradient("TensorScatterMin", floats(6, dtype=np.float64), np.array([[4], [1]], np.int32), floats(2, dtype=np.float64))
    yield gradient("TensorScatterMin", floats(4, 3, dtype=np.float64), np.array([[2], [0]]), floats(2, 3, dtype=np.float64))
