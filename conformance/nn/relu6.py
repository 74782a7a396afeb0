"""`Relu6`, `Relu6Grad`."""
from harness import FLOATS, INTS, case, extreme_ints, floats, gradient, ints, nasty, np


def cases():
    # The gradients are compared without denormals, which TensorFlow takes for zeros.
    for dtype in FLOATS:
        for shape in [(), (1,), (7,), (3, 5), (2, 0, 3), (33, 17)]:
            yield case("Relu6", 3 * floats(*shape, dtype=dtype))
            yield case("Relu6Grad", floats(*shape, dtype=dtype), floats(*shape, dtype=dtype))
        yield case("Relu6", nasty(dtype))
        yield case("Relu6Grad", np.full(11, 7, dtype), nasty(dtype)[:11])
        yield case("Relu6Grad", nasty(dtype)[:11], floats(11, dtype=dtype))
        yield case("Relu6Grad", nasty(dtype)[:11], -np.abs(floats(11, dtype=dtype)))
    for dtype in INTS:
        yield case("Relu6", ints(3, 5, dtype=dtype))
        yield case("Relu6", extreme_ints(dtype))
        yield case("Relu6Grad", ints(3, 5, dtype=dtype), ints(3, 5, dtype=dtype))
    for x, y in [((4,), (2, 2)), ((4,), (3,)), ((4,), (1,)), ((2, 3), (3, 2)), ((1,), ())]:
        yield case("Relu6Grad", floats(*x), floats(*y))


def gradients():
    for shape in [(7,), (3, 5)]:
        x, dy = floats(*shape, dtype=np.float64), floats(*shape, dtype=np.float64)
        yield gradient("Relu6", x)
        yield gradient("Relu6Grad", dy, x)


def bench():
    for shape in [(100, 14, 14, 64)]:
        yield case("Relu6", floats(*shape))
        yield case("Relu6Grad", floats(*shape), floats(*shape))
