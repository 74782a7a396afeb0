"""`Polygamma`."""
from elementwise import values, without_kernel
from harness import case, floats, gradient, nan, np


def cases():
    for dtype in [np.float32, np.float64]:
        for x in [(), (5,), (2, 3)]:
            for order in [0, 1, 2, 5]:
                yield case("Polygamma", np.array(order, dtype), values(x, dtype, 0.5, 9))
        yield case("Polygamma", np.arange(4).astype(dtype)[:, None], values((3,), dtype, 0.5, 4))
        yield case("Polygamma", np.array([1.5, -1, 1], dtype), np.array([1, 1, nan], dtype))
    yield from without_kernel("Polygamma", [], 2)


def gradients():
    yield gradient("Polygamma", np.array([0.0, 1.0, 2.0]), floats(3, dtype=np.float64, low=0.5, high=4), wrt=[1])
