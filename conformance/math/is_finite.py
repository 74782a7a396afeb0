"""`IsFinite`."""
from elementwise import FLOATS, unary


def cases():
    yield from unary("IsFinite", FLOATS, -9, 9)
