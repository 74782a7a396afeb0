"""`Acosh`."""
from elementwise import COMPLEX, FLOATS, unary, unary_gradients


def cases():
    yield from unary("Acosh", FLOATS + COMPLEX, 1.1, 5)


def gradients():
    yield from unary_gradients("Acosh", 1.5, 4)
