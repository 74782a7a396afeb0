"""`Exp`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients
from harness import case, floats


def cases():
    yield from unary("Exp", FLOATS + COMPLEX, -4, 4)


def gradients():
    yield from unary_gradients("Exp", -2, 2)
    yield from complex_gradient("Exp")


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Exp", floats(count, low=-4, high=4))
