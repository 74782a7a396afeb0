"""`Atanh`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Atanh", FLOATS + COMPLEX, -0.9, 0.9)


def gradients():
    yield from unary_gradients("Atanh", -0.9, 0.9)
    yield from complex_gradient("Atanh")
