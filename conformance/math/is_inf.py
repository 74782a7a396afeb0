"""`IsInf`."""
from elementwise import FLOATS, unary


def cases():
    yield from unary("IsInf", FLOATS, -9, 9)
