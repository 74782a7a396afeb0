"""`Softmax`."""
from harness import FLOATS, case, floats, gradient, inf, nan, nasty, np


def cases():
    for dtype in FLOATS:
        for shape in [(1,), (7,), (3, 10), (2, 3, 5), (33, 17), (4, 1), (0, 3), (2, 0), (2, 2, 2, 3), (1, 300)]:
            yield case("Softmax", 3 * floats(*shape, dtype=dtype))
        yield case("Softmax", nasty(dtype))
        rows = [[inf, 1, 2], [nan, 1, 2], [-inf, -inf, -inf], [inf, inf, 0], [-inf, 0, 1], [1e4, -1e4, 0], [5, 5, 5]]
        yield case("Softmax", np.array(rows, np.float64).astype(dtype))
    yield case("Softmax", np.float32(3))


def gradients():
    for shape in [(7,), (3, 5), (2, 3, 4), (4, 1)]:
        yield gradient("Softmax", floats(*shape, dtype=np.float64))


def bench():
    for shape in [(100, 10), (128, 10), (100, 1000)]:
        yield case("Softmax", floats(*shape))
