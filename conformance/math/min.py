"""`Min`."""
from reductions import reduction_gradients, reductions
from elementwise import FLOATS, INTS


def cases():
    yield from reductions("Min", FLOATS + INTS)


def gradients():
    yield from reduction_gradients("Min")
