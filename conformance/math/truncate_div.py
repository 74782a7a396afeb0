"""`TruncateDiv`."""
from elementwise import FLOATS, INTS, binary, binary_gradients
from harness import case, extreme_ints, ints, np


def cases():
    yield from binary("TruncateDiv", FLOATS + INTS, -9, 9, 1, 5, extremes=False)
    for dtype in INTS:
        yield case("TruncateDiv", ints(5, dtype=dtype), np.zeros(5, dtype))
        yield case("TruncateDiv", np.zeros(0, dtype), np.zeros(1, dtype))
        yield case("TruncateDiv", extreme_ints(dtype), np.full(7, 3, dtype))
    for dtype in INTS[:2] + [np.int8, np.int16]:
        yield case("TruncateDiv", np.arange(-9, 10, dtype=dtype)[:, None], np.array([-3, -2, 2, 3, 7], dtype))


def gradients():
    yield from binary_gradients("TruncateDiv", -2, 2, 0.5, 2)
