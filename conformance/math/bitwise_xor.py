"""`BitwiseXor`."""
from elementwise import INTS, binary


def cases():
    yield from binary("BitwiseXor", INTS, -9, 9)
