"""`Greater`."""
from elementwise import FLOATS, INTS, binary


def cases():
    yield from binary("Greater", FLOATS + INTS, -2, 2)
