"""`FloorDiv`."""
from elementwise import FLOATS, INTS, binary, binary_gradients, nasty
from harness import case, extreme_ints, ints, np


def cases():
    yield from binary("FloorDiv", FLOATS + INTS, -9, 9, 1, 5, nasty_floats=False, extremes=False)
    for dtype in FLOATS:
        every = nasty(dtype)
        every = every[~(np.abs(every) > 1e4) | np.isinf(every)]  # The quotients of the others may be denormal.
        yield case("FloorDiv", every[:, None], every[None, :])
    for dtype in INTS:
        yield case("FloorDiv", ints(5, dtype=dtype), np.zeros(5, dtype))
        yield case("FloorDiv", np.zeros(0, dtype), np.zeros(1, dtype))
        yield case("FloorDiv", extreme_ints(dtype), np.full(7, 3, dtype))
    for dtype in INTS[:2] + [np.int8, np.int16]:
        yield case("FloorDiv", np.arange(-9, 10, dtype=dtype)[:, None], np.array([-3, -2, 2, 3, 7], dtype))


def gradients():
    yield from binary_gradients("FloorDiv", -2, 2, 0.5, 2)
