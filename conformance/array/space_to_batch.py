"""`SpaceToBatch`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some


def cases():
    for dtype in FLOATS + INTS:
        for kind in [np.int32, np.int64]:
            yield case("SpaceToBatch", some(dtype, *(1, 4, 2, 3)), np.array([[0, 0], [1, 1]], kind), block_size=2)
    for shape, block, around in [((1, 3, 2, 1), 2, [[0, 0], [0, 0]]), ((4, 2), 2, [[0, 0], [0, 0]]), ((1, 4, 6, 1), 2, [[1, 1], [2, 0]]), ((1, 3, 3, 2), 3, [[0, 0], [0, 0]]), ((1, 4, 4, 1), 2, [[-1, 1], [0, 0]])]:
        yield case("SpaceToBatch", floats(*shape), np.array(around, np.int32), block_size=block)
    yield case("SpaceToBatch", floats(*(1, 4, 2, 3)), np.array([[0, 0]], np.int32), block_size=2)


def gradients():
    yield gradient("SpaceToBatch", floats(*(1, 4, 2, 3), dtype=np.float64), np.array([[0, 0], [1, 1]], np.int32), block_size=2)
