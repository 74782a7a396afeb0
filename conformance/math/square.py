"""`Square`."""
from elementwise import COMPLEX, FLOATS, INTS, complex_gradient, unary, unary_gradients
from harness import case, floats


def cases():
    yield from unary("Square", FLOATS + INTS + COMPLEX, -9, 9)


def gradients():
    yield from unary_gradients("Square", -2, 2)
    yield from complex_gradient("Square")


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Square", floats(count, low=-9, high=9))
