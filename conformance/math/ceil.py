"""`Ceil`."""
from elementwise import FLOATS, unary, unary_gradients


def cases():
    yield from unary("Ceil", FLOATS, -9, 9)


def gradients():
    yield from unary_gradients("Ceil", -2, 2)
