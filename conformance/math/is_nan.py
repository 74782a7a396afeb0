"""`IsNan`."""
from elementwise import FLOATS, unary


def cases():
    yield from unary("IsNan", FLOATS, -9, 9)
