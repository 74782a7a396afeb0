"""`Minimum`."""
from elementwise import FLOATS, INTS, binary, binary_gradients
from harness import case, floats


def cases():
    yield from binary("Minimum", FLOATS + INTS, -4, 4)


def gradients():
    yield from binary_gradients("Minimum", -2, 2)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), ())]:
        yield case("Minimum", floats(*x), floats(*y))
