"""`Tan`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Tan", FLOATS + COMPLEX, -1, 1)


def gradients():
    yield from unary_gradients("Tan", -1, 1)
    yield from complex_gradient("Tan")
