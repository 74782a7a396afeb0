"""`Atan2`."""
from elementwise import FLOATS, binary, binary_gradients


def cases():
    yield from binary("Atan2", FLOATS, -4, 4)


def gradients():
    yield from binary_gradients("Atan2", -2, 2)
