"""`Gather`, `GatherV2`."""
from harness import ANY, case, floats, gradient, ints, np, some

PICKS = [((5,), [0, 4, 2], 0, 0), ((5, 3), [[1, 0], [4, 4]], 0, 0), ((2, 5), [1, 3, 3], 1, 0), ((2, 5, 3), [4, 0], -2, 0),
         ((2, 3, 4), [[0, 2], [1, 1]], 1, 1), ((2, 3, 4), [[0, 3, 1], [2, 2, 0]], -1, 1), ((2, 2, 3), [[[0, 2], [1, 1]], [[2, 2], [0, 1]]], 2, 2),
         ((2, 3, 4), [[0, 2], [1, 1]], 2, -1), ((4,), 2, 0, 0), ((2, 4), 2, 1, 0)]


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("GatherV2", some(dtype, 4, 3), np.array([3, 0, 0], kind), np.int32(0))
            yield case("Gather", some(dtype, 4, 3), np.array([3, 0, 0], kind))
    for shape, indices, axis, batch in PICKS:
        yield case("GatherV2", floats(*shape), np.array(indices, np.int32), np.int32(axis), batch_dims=batch)
        yield case("GatherV2", floats(*shape), np.array(indices), np.int64(axis), batch_dims=batch)
    for shape, indices, axis, batch in [((5,), [5], 0, 0), ((5,), [-1], 0, 0), ((5,), [0], 1, 0), ((5,), [0], -2, 0), ((), [0], 0, 0),
                                        ((2, 3), [[0], [1], [2]], 1, 1), ((2, 3), [[0], [1]], 0, 1), ((2, 3), [[0], [1]], 1, 3),
                                        ((0, 3), [], 0, 0), ((0, 3), [0], 0, 0), ((3, 0), [1, 2], 0, 0), ((3, 0), [3], 0, 0)]:
        yield case("GatherV2", floats(*shape), np.array(indices, np.int32), np.int32(axis), batch_dims=batch, shapes=batch != 1)
        if axis == 0 and batch == 0:
            yield case("Gather", floats(*shape), np.array(indices, np.int32))
    yield case("GatherV2", floats(3), np.array([0], np.int32), np.array([0], np.int32))
    yield case("GatherV2", floats(33, 17), ints(50, low=0, high=33), np.int32(0))


def gradients():
    for shape, indices, axis, batch in PICKS:
        yield gradient("GatherV2", floats(*shape, dtype=np.float64), np.array(indices, np.int32), np.int32(axis), batch_dims=batch)
    yield gradient("Gather", floats(5, 3, dtype=np.float64), np.array([[1, 0], [4, 4]], np.int32))
    yield gradient("GatherV2", floats(3, 0, dtype=np.float64), np.array([1, 1], np.int32), np.int32(0))
    yield gradient("GatherV2", floats(2, 3, dtype=np.float64), np.zeros([0], np.int32), np.int32(1))


def bench():
    yield case("GatherV2", floats(100000, 64), ints(1024, low=0, high=100000), np.int32(0))
