"""`LeftShift`."""
from elementwise import INTS, binary


def cases():
    yield from binary("LeftShift", INTS, -9, 9, -1, 70)
