"""`Invert`."""
from elementwise import INTS, unary


def cases():
    yield from unary("Invert", INTS, -9, 9)
