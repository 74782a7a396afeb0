"""`Relu`, `ReluGrad`."""
from harness import FLOATS, INTS, case, extreme_ints, floats, gradient, ints, nasty, np


def cases():
    # The gradients are compared without denormals, which TensorFlow takes for zeros.
    for dtype in FLOATS:
        for shape in [(), (1,), (7,), (3, 5), (2, 0, 3), (33, 17)]:
            yield case("Relu", 3 * floats(*shape, dtype=dtype))
            yield case("ReluGrad", floats(*shape, dtype=dtype), floats(*shape, dtype=dtype))
        yield case("Relu", nasty(dtype))
        yield case("ReluGrad", np.full(11, 7, dtype), nasty(dtype)[:11])
        yield case("ReluGrad", nasty(dtype)[:11], floats(11, dtype=dtype))
        yield case("ReluGrad", nasty(dtype)[:11], -np.abs(floats(11, dtype=dtype)))
    for dtype in INTS:
        yield case("Relu", ints(3, 5, dtype=dtype))
        yield case("Relu", extreme_ints(dtype))
        yield case("ReluGrad", ints(3, 5, dtype=dtype), ints(3, 5, dtype=dtype))
    for x, y in [((4,), (2, 2)), ((4,), (3,)), ((4,), (1,)), ((2, 3), (3, 2)), ((1,), ())]:
        yield case("ReluGrad", floats(*x), floats(*y))


def gradients():
    for shape in [(7,), (3, 5)]:
        x, dy = floats(*shape, dtype=np.float64), floats(*shape, dtype=np.float64)
        yield gradient("Relu", x)
        yield gradient("ReluGrad", dy, x)


def bench():
    for shape in [(100, 28, 28, 32), (100, 14, 14, 64), (100, 1024), (100, 100)]:
        yield case("Relu", floats(*shape))
        yield case("ReluGrad", floats(*shape), floats(*shape))
