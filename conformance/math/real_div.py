"""`RealDiv`."""
from elementwise import COMPLEX, FLOATS, binary, binary_gradients, without_kernel
from harness import case, floats, np


def cases():
    yield from binary("RealDiv", FLOATS + COMPLEX, -4, 4)
    yield from without_kernel("RealDiv", [np.int32, np.int64, np.uint8], 2)


def gradients():
    yield from binary_gradients("RealDiv", -2, 2, 0.5, 2)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), ())]:
        yield case("RealDiv", floats(*x), floats(*y))
