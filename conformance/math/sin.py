"""`Sin`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Sin", FLOATS + COMPLEX, -3, 3)


def gradients():
    yield from unary_gradients("Sin", -2, 2)
    yield from complex_gradient("Sin")
