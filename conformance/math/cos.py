"""`Cos`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Cos", FLOATS + COMPLEX, -3, 3)


def gradients():
    yield from unary_gradients("Cos", -2, 2)
    yield from complex_gradient("Cos")
