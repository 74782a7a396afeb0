"""`Tanh`, `TanhGrad`."""
from harness import FLOATS, case, floats, gradient, nasty, np


def cases():
    # The gradients are compared without denormals, which TensorFlow takes for zeros.
    for dtype in FLOATS:
        for shape in [(), (1,), (7,), (3, 5), (2, 0, 3), (33, 17)]:
            yield case("Tanh", 3 * floats(*shape, dtype=dtype))
            yield case("TanhGrad", floats(*shape, dtype=dtype), floats(*shape, dtype=dtype))
        yield case("Tanh", nasty(dtype))
        yield case("TanhGrad", np.full(11, 7, dtype), nasty(dtype)[:11])
        yield case("TanhGrad", nasty(dtype)[:11], floats(11, dtype=dtype))
        yield case("TanhGrad", nasty(dtype)[:11], -np.abs(floats(11, dtype=dtype)))
    for dtype in [np.complex64, np.complex128]:
        z, dz = floats(3, 4) + 1j * floats(3, 4), floats(3, 4) + 1j * floats(3, 4)
        yield case("Tanh", z.astype(dtype))
        yield case("TanhGrad", z.astype(dtype), dz.astype(dtype))
    for x, y in [((4,), (2, 2)), ((4,), (3,)), ((4,), (1,)), ((2, 3), (3, 2)), ((1,), ())]:
        yield case("TanhGrad", floats(*x), floats(*y))


def gradients():
    for shape in [(7,), (3, 5)]:
        x, dy = floats(*shape, dtype=np.float64), floats(*shape, dtype=np.float64)
        yield gradient("Tanh", x)
        yield gradient("TanhGrad", x, dy)


def bench():
    for shape in [(100, 100), (100, 1024), (100, 14, 14, 64)]:
        yield case("Tanh", floats(*shape))
        yield case("TanhGrad", floats(*shape), floats(*shape))
