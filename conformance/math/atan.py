"""`Atan`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Atan", FLOATS + COMPLEX, -0.9, 0.9)


def gradients():
    yield from unary_gradients("Atan", -2, 2)
    yield from complex_gradient("Atan")
