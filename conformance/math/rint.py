"""`Rint`."""
from elementwise import unary, unary_gradients, without_kernel
from harness import case, np


def cases():
    yield from unary("Rint", [np.float32, np.float64], -9, 9)
    yield case("Rint", np.arange(-5, 5, 0.5, np.float32))
    yield from without_kernel("Rint", [np.float16])


def gradients():
    yield from unary_gradients("Rint", -2, 2)
