"""`Log`."""
from elementwise import COMPLEX, FLOATS, complex_gradient, unary, unary_gradients
from harness import case, floats


def cases():
    yield from unary("Log", FLOATS + COMPLEX, 0.1, 9)


def gradients():
    yield from unary_gradients("Log", 0.5, 3)
    yield from complex_gradient("Log")


def bench():
    for count in [10_000, 1_000_000]:
        yield case("Log", floats(count, low=0.1, high=9))
