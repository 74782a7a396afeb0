"""`EuclideanNorm`."""
from reductions import reduction_gradients, reductions
from elementwise import COMPLEX, FLOATS, INTS


def cases():
    yield from reductions("EuclideanNorm", FLOATS + INTS + COMPLEX)


def gradients():
    yield from reduction_gradients("EuclideanNorm")
