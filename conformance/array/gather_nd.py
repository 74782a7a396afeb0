"""`GatherNd`."""
from harness import ANY, case, floats, gradient, np, some

PICKS = [((4,), [[3], [0]]), ((3, 4), [[2, 3], [0, 0]]), ((3, 4), [[2], [0], [0]]), ((2, 3, 4), [[[1, 2], [0, 0]]]), ((3, 4), [1, 2]), ((3, 4), [1]), ((2, 3), [[], []])]


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("GatherNd", some(dtype, 3, 4), np.array([[2, 3], [0, 1]], kind))
    for shape, indices in PICKS + [((3,), [[3]]), ((3,), [[-1]]), ((3,), [[0, 0]]), ((3, 0), [[1]]), ((0, 3), [[0]])]:
        yield case("GatherNd", floats(*shape), np.array(indices, np.int32))
    yield case("GatherNd", floats(3), np.zeros([0, 1], np.int32))
    yield case("GatherNd", floats(0), np.zeros([0, 1], np.int32))
    yield case("GatherNd", floats(), np.array([[0]], np.int32))
    yield case("GatherNd", floats(3), np.array(0, np.int32))
    for policy in ["", "DEFAULT", "ERROR", "IGNORE"]:
        yield case("GatherNd", floats(3, 2), np.array([[1], [5]], np.int32), bad_indices_policy=policy)


def gradients():
    for shape, indices in PICKS[:4]:
        yield gradient("GatherNd", floats(*shape, dtype=np.float64), np.array(indices, np.int32))
        yield gradient("GatherNd", floats(*shape, dtype=np.float64), np.array(indices))
