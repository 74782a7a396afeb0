"""`Lgamma`."""
from elementwise import unary, unary_gradients, without_kernel
from harness import bf16, np


def cases():
    yield from unary("Lgamma", [np.float32, np.float64, np.float16], -4, 9)
    yield from without_kernel("Lgamma", [bf16])


def gradients():
    yield from unary_gradients("Lgamma", 0.5, 5)
