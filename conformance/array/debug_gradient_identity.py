"""`DebugGradientIdentity`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0)]:
            yield case("DebugGradientIdentity", some(dtype, *shape))


def gradients():
    yield gradient("DebugGradientIdentity", floats(2, 3, dtype=np.float64))
