"""`Erf`."""
from elementwise import nasty, unary, unary_gradients
from harness import bf16, case, floats, np


def cases():
    yield from unary("Erf", [np.float32, np.float16, bf16], -4, 4)
    yield from unary("Erf", [np.float64], -4, 4, nasty_floats=False)
    yield case("Erf", nasty(np.float64), differs="TensorFlow gives NaN at the infinities of double")


def gradients():
    yield from unary_gradients("Erf", -2, 2)


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Erf", floats(count, low=-4, high=4))
