"""`Xlog1py`."""
from elementwise import COMPLEX, FLOATS, binary, binary_gradients
from harness import case, inf, nan, np


def cases():
    yield from binary("Xlog1py", FLOATS + COMPLEX, 0.5, 4)
    for dtype in FLOATS + COMPLEX:
        yield case("Xlog1py", np.array([0, 0, 1, 2], dtype), np.array([0, 3, 0, 4], dtype))
    yield case("Xlog1py", np.array([nan, inf, 0, 0, 0], np.float32), np.array([0, 0, nan, inf, -0.0], np.float32))


def gradients():
    yield from binary_gradients("Xlog1py", 0.5, 2, 0.5, 2)
