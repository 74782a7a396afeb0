"""`Pow`."""
from elementwise import COMPLEX, FLOATS, binary, binary_gradients
from harness import case, extreme_ints, inf, ints, nan, np


def cases():
    yield from binary("Pow", FLOATS + COMPLEX, 0.5, 3, -2, 2, nasty_floats=False)
    for dtype in [np.int32, np.int64, np.int8, np.int16]:
        yield case("Pow", ints(3, 4, dtype=dtype), ints(4, dtype=dtype, low=0, high=7))
        yield case("Pow", ints(3, dtype=dtype), ints(3, dtype=dtype, low=-3, high=-1))
        yield case("Pow", np.zeros(0, dtype), np.array(-1, dtype))
        yield case("Pow", extreme_ints(dtype), np.array([[0], [1], [2], [3]], dtype))
    every = np.array([nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 0.5, 2.0, 3.0, -2.0])
    for dtype in [np.float32, np.float64]:
        yield case("Pow", every.astype(dtype)[:, None], every.astype(dtype))
    for dtype in COMPLEX:
        yield case("Pow", np.array([0, 0, 1, 2], dtype), np.array([0, 3, 0, 4], dtype))


def gradients():
    yield from binary_gradients("Pow", 0.5, 2, -2, 2)
