"""`Pack`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("Pack", some(dtype, 2, 3), some(dtype, 2, 3), axis=1)
    for shape in [(), (3,), (2, 3), (0,), (2, 0)]:
        for axis in [-3, -2, -1, 0, 1, 2]:
            yield case("Pack", floats(*shape), floats(*shape), floats(*shape), axis=axis)
    yield case("Pack", floats(2))
    yield case("Pack", floats(2), floats(3))
    yield case("Pack", floats(2), floats(2, 1))


def gradients():
    for axis in [0, 1, -1]:
        yield gradient("Pack", floats(2, 3, dtype=np.float64), floats(2, 3, dtype=np.float64), axis=axis)
