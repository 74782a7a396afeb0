"""`FloorDiv`."""
from elementwise import FLOATS, INTS, binary, binary_gradients
from harness import case, extreme_ints, ints, np


def cases():
    yield from binary("FloorDiv", FLOATS + INTS, -9, 9, 1, 5, extremes=False)
    for dtype in INTS:
        yield case("FloorDiv", ints(5, dtype=dtype), np.zeros(5, dtype))
        yield case("FloorDiv", np.zeros(0, dtype), np.zeros(1, dtype))
        yield case("FloorDiv", extreme_ints(dtype), np.full(7, 3, dtype))
    for dtype in INTS[:2] + [np.int8, np.int16]:
        yield case("FloorDiv", np.arange(-9, 10, dtype=dtype)[:, None], np.array([-3, -2, 2, 3, 7], dtype))


def gradients():
    yield from binary_gradients("FloorDiv", -2, 2, 0.5, 2)
