"""`Erfc`."""
from elementwise import FLOATS, unary, unary_gradients


def cases():
    yield from unary("Erfc", FLOATS, -4, 4)


def gradients():
    yield from unary_gradients("Erfc", -2, 2)
