"""`Conj`."""
from elementwise import COMPLEX, complex_gradient, unary


def cases():
    yield from unary("Conj", COMPLEX)


def gradients():
    yield from complex_gradient("Conj")
