"""`Abs`."""
from elementwise import FLOATS, unary, unary_gradients
from harness import case, floats, np


def cases():
    yield from unary("Abs", FLOATS + [np.int32, np.int64, np.int8, np.int16], -9, 9)


def gradients():
    yield from unary_gradients("Abs", -2, 2)


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Abs", floats(count, low=-9, high=9))
