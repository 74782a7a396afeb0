"""`NotEqual`."""
from elementwise import COMPLEX, FLOATS, INTS, binary
from harness import case, floats, np, strings


def cases():
    yield from binary("NotEqual", FLOATS + INTS + COMPLEX + [np.bool_], -2, 2)
    yield case("NotEqual", strings("a", "bc", ""), strings("bc"))
    yield case("NotEqual", strings("a", "bc", ""), strings("a", "b", ""))
    for lenient in [True, False]:
        yield case("NotEqual", floats(2, 3), floats(4), incompatible_shape_error=not lenient)
        yield case("NotEqual", strings("a", "b"), strings("a", "b", "c"), incompatible_shape_error=not lenient)
        yield case("NotEqual", floats(2, 3), floats(3), incompatible_shape_error=not lenient)
