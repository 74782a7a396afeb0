"""`StopGradient`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0)]:
            yield case("StopGradient", some(dtype, *shape))


def gradients():
    yield gradient("StopGradient", floats(2, 3, dtype=np.float64), numeric=False)
