"""`LessEqual`."""
from elementwise import FLOATS, INTS, binary


def cases():
    yield from binary("LessEqual", FLOATS + INTS, -2, 2)
