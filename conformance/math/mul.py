"""`Mul`."""
from elementwise import COMPLEX, FLOATS, INTS, binary, binary_gradients
from harness import case, floats


def cases():
    yield from binary("Mul", FLOATS + INTS + COMPLEX, -4, 4)


def gradients():
    yield from binary_gradients("Mul", -2, 2)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), ())]:
        yield case("Mul", floats(*x), floats(*y))
