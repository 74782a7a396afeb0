"""`L2Loss`."""
from elementwise import FLOATS, unary, unary_gradients
from harness import case, floats


def cases():
    yield from unary("L2Loss", FLOATS)


def gradients():
    yield from unary_gradients("L2Loss")


def bench():
    for size in [10_000, 1_000_000]:
        yield case("L2Loss", floats(size))
