"""`GreaterEqual`."""
from elementwise import FLOATS, INTS, binary


def cases():
    yield from binary("GreaterEqual", FLOATS + INTS, -2, 2)
