"""`RightShift`."""
from elementwise import INTS, binary


def cases():
    yield from binary("RightShift", INTS, -9, 9, -1, 70)
