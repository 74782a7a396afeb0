"""`Prod`."""
from reductions import reduction_gradients, reductions
from elementwise import COMPLEX, FLOATS, INTS


def cases():
    yield from reductions("Prod", FLOATS + INTS + COMPLEX)


def gradients():
    yield from reduction_gradients("Prod")
