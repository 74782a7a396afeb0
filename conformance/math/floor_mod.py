"""`FloorMod`."""
from elementwise import FLOATS, INTS, binary, binary_gradients
from harness import case, extreme_ints, ints, np


def cases():
    yield from binary("FloorMod", FLOATS + INTS, -9, 9, 1, 5, extremes=False)
    for dtype in INTS:
        yield case("FloorMod", ints(5, dtype=dtype), np.zeros(5, dtype))
        yield case("FloorMod", np.zeros(0, dtype), np.zeros(1, dtype))
        yield case("FloorMod", extreme_ints(dtype), np.full(7, 3, dtype))
    for dtype in INTS[:2] + [np.int8, np.int16] + [np.float32, np.float64]:
        yield case("FloorMod", np.arange(-9, 10).astype(dtype)[:, None], np.array([-3, -2, 2, 3, 7], dtype))


def gradients():
    yield from binary_gradients("FloorMod", -2, 2, 0.5, 2)
