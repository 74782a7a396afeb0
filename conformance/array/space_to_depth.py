"""`SpaceToDepth`."""
from harness import ANY, case, floats, gradient, np, some

SPECS = [((1, 4, 6, 1), 2), ((2, 2, 2, 3), 2), ((2, 6, 3, 2), 3), ((0, 2, 2, 1), 2)]


def cases():
    for dtype in ANY:
        yield case("SpaceToDepth", some(dtype, 2, 2, 4, 4), block_size=2)
    for shape, block in SPECS + [((1, 3, 2, 1), 2), ((2, 2), 2)]:
        yield case("SpaceToDepth", floats(*shape), block_size=block)


def gradients():
    for shape, block in SPECS[:3]:
        yield gradient("SpaceToDepth", floats(*shape, dtype=np.float64), block_size=block)
