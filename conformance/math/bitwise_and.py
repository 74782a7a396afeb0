"""`BitwiseAnd`."""
from elementwise import INTS, binary


def cases():
    yield from binary("BitwiseAnd", INTS, -9, 9)
