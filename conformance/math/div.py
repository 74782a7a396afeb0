"""`Div`."""
from elementwise import COMPLEX, FLOATS, INTS, binary, binary_gradients
from harness import case, extreme_ints, ints, np


def cases():
    yield from binary("Div", FLOATS + INTS + COMPLEX, -9, 9, 1, 5, extremes=False)
    for dtype in INTS:
        yield case("Div", ints(5, dtype=dtype), np.zeros(5, dtype))
        yield case("Div", np.zeros(0, dtype), np.zeros(1, dtype))
        yield case("Div", extreme_ints(dtype), np.full(7, 3, dtype))


def gradients():
    yield from binary_gradients("Div", -2, 2, 0.5, 2)
