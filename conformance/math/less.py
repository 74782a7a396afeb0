"""`Less`."""
from elementwise import FLOATS, INTS, binary
from harness import case, floats


def cases():
    yield from binary("Less", FLOATS + INTS, -2, 2)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), ())]:
        yield case("Less", floats(*x), floats(*y))
