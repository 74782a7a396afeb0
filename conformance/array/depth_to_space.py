"""`DepthToSpace`."""
from harness import ANY, case, floats, gradient, np, some

SPECS = [((1, 2, 3, 4), 2), ((2, 1, 1, 12), 2), ((2, 2, 1, 18), 3), ((0, 2, 2, 4), 2)]


def cases():
    for dtype in ANY:
        yield case("DepthToSpace", some(dtype, 2, 2, 4, 4), block_size=2)
    for shape, block in SPECS + [((1, 3, 2, 3), 2), ((2, 4), 2)]:
        yield case("DepthToSpace", floats(*shape), block_size=block)


def gradients():
    for shape, block in SPECS[:3]:
        yield gradient("DepthToSpace", floats(*shape, dtype=np.float64), block_size=block)
