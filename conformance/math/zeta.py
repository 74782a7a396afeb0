"""`Zeta`."""
from elementwise import values
from harness import case, floats, gradient, nan, np


def cases():
    for dtype in [np.float32, np.float64]:
        for x, q in [((), ()), ((5,), (5,)), ((2, 3), (3,)), ((2, 1), (3,))]:
            yield case("Zeta", values(x, dtype, 1.1, 6), values(q, dtype, 0.2, 9))
        yield case("Zeta", np.array([2, 1, 0.5, 2, 2, 2.5, 3, nan, 2], dtype), np.array([1, 1, 1, -1, -1.5, -1.5, -2.25, 1, nan], dtype))


def gradients():
    yield gradient("Zeta", floats(3, dtype=np.float64, low=1.5, high=4), floats(3, dtype=np.float64, low=0.5, high=4), wrt=[1])
