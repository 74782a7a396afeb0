"""`Asinh`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients


def cases():
    yield from unary("Asinh", FLOATS + COMPLEX, -2, 2)


def gradients():
    yield from unary_gradients("Asinh", -2, 2)
    yield from complex_gradient("Asinh")
