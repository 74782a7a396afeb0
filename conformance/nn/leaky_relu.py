"""`LeakyRelu`, `LeakyReluGrad`."""
from harness import FLOATS, case, floats, gradient, nasty, np


def cases():
    for attrs in [{}, dict(alpha=0.0), dict(alpha=1.5), dict(alpha=-0.5)]:
        # The gradients are compared without denormals, which TensorFlow takes for zeros.
        for dtype in FLOATS:
            for shape in [(), (1,), (7,), (3, 5), (2, 0, 3), (33, 17)]:
                yield case("LeakyRelu", 3 * floats(*shape, dtype=dtype), **attrs)
                yield case("LeakyReluGrad", floats(*shape, dtype=dtype), floats(*shape, dtype=dtype), **attrs)
            yield case("LeakyRelu", nasty(dtype), **attrs)
            yield case("LeakyReluGrad", np.full(11, 7, dtype), nasty(dtype)[:11], **attrs)
            yield case("LeakyReluGrad", nasty(dtype)[:11], floats(11, dtype=dtype), **attrs)
            yield case("LeakyReluGrad", nasty(dtype)[:11], -np.abs(floats(11, dtype=dtype)), **attrs)
    for x, y in [((4,), (2, 2)), ((4,), (3,)), ((4,), (1,)), ((2, 3), (3, 2)), ((1,), ())]:
        yield case("LeakyReluGrad", floats(*x), floats(*y))


def gradients():
    for shape in [(7,), (3, 5)]:
        x, dy = floats(*shape, dtype=np.float64), floats(*shape, dtype=np.float64)
        yield gradient("LeakyRelu", x)
        yield gradient("LeakyReluGrad", dy, x)
        yield gradient("LeakyRelu", x, alpha=0.5)
        yield gradient("LeakyReluGrad", dy, x, alpha=0.5)


def bench():
    for shape in [(100, 14, 14, 64)]:
        yield case("LeakyRelu", floats(*shape))
        yield case("LeakyReluGrad", floats(*shape), floats(*shape))
