"""`BitwiseOr`."""
from elementwise import INTS, binary


def cases():
    yield from binary("BitwiseOr", INTS, -9, 9)
