"""`Log1p`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Log1p", FLOATS + COMPLEX, 0.1, 9)


def gradients():
    yield from unary_gradients("Log1p", -0.5, 3)
    yield from complex_gradient("Log1p")
