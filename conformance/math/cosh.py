"""`Cosh`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Cosh", FLOATS + COMPLEX, -2, 2)


def gradients():
    yield from unary_gradients("Cosh", -2, 2)
    yield from complex_gradient("Cosh")
