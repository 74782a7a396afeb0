"""`Softplus`, `SoftplusGrad`."""
from harness import FLOATS, case, floats, gradient, nasty, np


def cases():
    # The gradients are compared without denormals, which TensorFlow takes for zeros.
    for dtype in FLOATS:
        for shape in [(), (1,), (7,), (3, 5), (2, 0, 3), (33, 17)]:
            yield case("Softplus", 3 * floats(*shape, dtype=dtype))
            yield case("SoftplusGrad", floats(*shape, dtype=dtype), floats(*shape, dtype=dtype))
        yield case("Softplus", nasty(dtype))
        yield case("SoftplusGrad", np.full(11, 7, dtype), nasty(dtype)[:11])
        yield case("SoftplusGrad", nasty(dtype)[:11], floats(11, dtype=dtype))
        yield case("SoftplusGrad", nasty(dtype)[:11], -np.abs(floats(11, dtype=dtype)))
    for x, y in [((4,), (2, 2)), ((4,), (3,)), ((4,), (1,)), ((2, 3), (3, 2)), ((1,), ())]:
        yield case("SoftplusGrad", floats(*x), floats(*y))


def gradients():
    for shape in [(7,), (3, 5)]:
        x, dy = floats(*shape, dtype=np.float64), floats(*shape, dtype=np.float64)
        yield gradient("Softplus", x)
        yield gradient("SoftplusGrad", dy, x)


def bench():
    for shape in [(100, 14, 14, 64)]:
        yield case("Softplus", floats(*shape))
        yield case("SoftplusGrad", floats(*shape), floats(*shape))
