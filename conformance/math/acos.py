"""`Acos`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Acos", FLOATS + COMPLEX, -0.9, 0.9)


def gradients():
    yield from unary_gradients("Acos", -0.9, 0.9)
    yield from complex_gradient("Acos")
