"""`Sinh`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Sinh", FLOATS + COMPLEX, -2, 2)


def gradients():
    yield from unary_gradients("Sinh", -2, 2)
    yield from complex_gradient("Sinh")
