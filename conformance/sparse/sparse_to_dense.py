"""`SparseToDense`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("SparseToDense", np.array([1, 3], kind), np.array([5], kind), some(dtype, 2), some(dtype))
            yield case("SparseToDense", np.array([[0, 1], [2, 0]], kind), np.array([3, 2], kind), some(dtype), some(dtype))
    for indices, shape, values in [(4, [7], ()), (4, [7], (1,)), ([1, 3], [5], (3,)), ([[0, 1]], [5], (1,)), ([1, 5], [5], (2,)), ([-1, 3], [5], (2,)), ([3, 1], [5], (2,)), ([1, 1], [5], (2,)), ([], [5], (0,)),
                                   ([], [0], ()), ([[0, 1], [0, 1]], [2, 2], (2,)), ([[1, 0], [0, 1]], [2, 2], (2,)), ([[[0]]], [1], (1,)), ([0], [[3]], (1,)), ([[0, 1], [2, 2]], [3, 3], (2, 1)), ([0], [-1], (1,))]:
        for validates in [True, False]:
            yield case("SparseToDense", np.array(indices, np.int32), np.array(shape, np.int32), floats(*values), np.float32(7), validate_indices=validates)
    yield case("SparseToDense", np.array([1], np.int32), np.array([3], np.int32), floats(1), floats(1))


def gradients():
    yield gradient("SparseToDense", np.array([[0, 1], [2, 0]]), np.array([3, 2]), floats(2, dtype=np.float64), floats(dtype=np.float64))
