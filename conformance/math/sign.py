"""`Sign`."""
from elementwise import COMPLEX, FLOATS, unary, unary_gradients
from harness import np


def cases():
    yield from unary("Sign", FLOATS + [np.int32, np.int64, np.int8, np.int16] + COMPLEX, -3, 3)


def gradients():
    yield from unary_gradients("Sign", -2, 2)
