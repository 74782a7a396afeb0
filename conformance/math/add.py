"""`Add`, `AddV2`."""
from elementwise import COMPLEX, FLOATS, INTS, binary, binary_gradients
from harness import case, floats, np, strings


def cases():
    yield from binary("Add", FLOATS + [np.int32, np.int64, np.uint8, np.int8, np.int16] + COMPLEX)
    yield from binary("AddV2", FLOATS + INTS + COMPLEX)
    yield case("Add", strings("a", "bc", ""), strings("x"))
    yield case("Add", strings("a", "bc"), strings("x", "y", "z"))
    yield case("Add", strings("a"), strings("x", "y", "z"))


def gradients():
    for op in ["Add", "AddV2"]:
        yield from binary_gradients(op)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), (1000,))]:
        yield case("AddV2", floats(*x), floats(*y))
