"""`Asin`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Asin", FLOATS + COMPLEX, -0.9, 0.9)


def gradients():
    yield from unary_gradients("Asin", -0.9, 0.9)
    yield from complex_gradient("Asin")
