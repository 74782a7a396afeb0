"""`Floor`."""
from elementwise import FLOATS, unary, unary_gradients
from harness import case, floats


def cases():
    yield from unary("Floor", FLOATS, -9, 9)


def gradients():
    yield from unary_gradients("Floor", -2, 2)


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Floor", floats(count, low=-9, high=9))
