"""`Cross`."""
from elementwise import FLOATS, INTS, values
from harness import case, floats, gradient, np


def cases():
    for dtype in FLOATS + INTS:
        for shape in [(3,), (2, 3), (2, 2, 3), (0, 3)]:
            yield case("Cross", values(shape, dtype), values(shape, dtype))
    yield case("Cross", floats(2), floats(2), shapes=False)
    yield case("Cross", floats(2, 3), floats(3))
    yield case("Cross", floats(), floats(), shapes=False)


def gradients():
    for shape in [(3,), (2, 3)]:
        yield gradient("Cross", floats(*shape, dtype=np.float64), floats(*shape, dtype=np.float64))
