"""`GreaterEqual`."""
from elementwise import FLOATS, INTS, binary
from harness import case, floats, np


def cases():
    yield from binary("GreaterEqual", FLOATS + INTS, -2, 2)


def bench():
    # What a dropout does with its random numbers.
    yield case("GreaterEqual", floats(100, 1024, low=0, high=1), np.float32(0.5))
