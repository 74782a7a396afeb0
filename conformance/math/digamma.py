"""`Digamma`."""
from elementwise import unary, unary_gradients, without_kernel
from harness import bf16, case, floats, np


def cases():
    yield from unary("Digamma", [np.float32, np.float64, np.float16], 0.1, 9)
    yield case("Digamma", floats(20, dtype=np.float64, low=-5, high=5))
    yield from without_kernel("Digamma", [bf16])


def gradients():
    yield from unary_gradients("Digamma", 0.5, 5)
