"""`Expm1`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Expm1", FLOATS + COMPLEX, -1, 1)


def gradients():
    yield from unary_gradients("Expm1", -2, 2)
    yield from complex_gradient("Expm1")
