"""`Round`."""
from elementwise import FLOATS, unary, unary_gradients, without_kernel
from harness import case, np


def cases():
    yield from unary("Round", FLOATS, -9, 9)
    for dtype in [np.int32, np.int64]:
        yield case("Round", np.arange(-3, 3, dtype=dtype), differs="TensorFlow makes every whole number zero")
    yield case("Round", np.arange(-5, 5, 0.5, np.float32))
    yield from without_kernel("Round", [np.int8, np.complex64])


def gradients():
    yield from unary_gradients("Round", -2, 2)
