"""`Equal`."""
from elementwise import COMPLEX, FLOATS, INTS, binary
from harness import case, floats, np, strings


def cases():
    yield from binary("Equal", FLOATS + INTS + COMPLEX + [np.bool_], -2, 2)
    yield case("Equal", strings("a", "bc", ""), strings("bc"))
    yield case("Equal", strings("a", "bc", ""), strings("a", "b", ""))
    for lenient in [True, False]:
        yield case("Equal", floats(2, 3), floats(4), incompatible_shape_error=not lenient)
        yield case("Equal", strings("a", "b"), strings("a", "b", "c"), incompatible_shape_error=not lenient)
        yield case("Equal", floats(2, 3), floats(3), incompatible_shape_error=not lenient)


def bench():
    for x, y in [((100, 100), (100,)), ((100, 100), (100, 100)), ((1000, 1000), (1000, 1000)), ((1000, 1000), ())]:
        yield case("Equal", floats(*x), floats(*y))
