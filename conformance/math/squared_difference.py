"""`SquaredDifference`."""
from elementwise import COMPLEX, FLOATS, binary, binary_gradients
from harness import case, floats, np


def cases():
    yield from binary("SquaredDifference", FLOATS + [np.int32, np.int64] + COMPLEX, -4, 4)


def gradients():
    yield from binary_gradients("SquaredDifference", -2, 2)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), ())]:
        yield case("SquaredDifference", floats(*x), floats(*y))
