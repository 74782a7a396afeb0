"""`Erf`."""
from elementwise import FLOATS, unary, unary_gradients
from harness import case, floats


def cases():
    yield from unary("Erf", FLOATS, -4, 4)


def gradients():
    yield from unary_gradients("Erf", -2, 2)


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Erf", floats(count, low=-4, high=4))
