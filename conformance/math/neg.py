"""`Neg`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients
from harness import case, floats, np


def cases():
    yield from unary("Neg", FLOATS + [np.int32, np.int64, np.int8, np.int16] + COMPLEX, -9, 9)


def gradients():
    yield from unary_gradients("Neg", -2, 2)
    yield from complex_gradient("Neg")


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Neg", floats(count, low=-9, high=9))
