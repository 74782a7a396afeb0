"""`Select`, `SelectV2`."""
from elementwise import COMPLEX, FLOATS, INTS, nasty, values
from harness import bools, case, floats, gradient, np, strings


TYPES = FLOATS + INTS + COMPLEX + [np.bool_]


def cases():
    for dtype in TYPES:
        for op in ["Select", "SelectV2"]:
            for shape in [(), (3,), (2, 3), (0, 2)]:
                yield case(op, bools(*shape), values(shape, dtype), values(shape, dtype))
                yield case(op, bools(), values(shape, dtype), values(shape, dtype))
    for op in ["Select", "SelectV2"]:
        for condition, t, e in [((2,), (2, 3), (2, 3)), ((3,), (2, 3), (2, 3)), ((2, 1), (2, 3), (2, 3)), ((2,), (), ()), ((2, 3), (3,), (3,)),
                                ((), (2,), (3,)), ((2,), (2,), (3,)), ((2, 2), (2,), (2,)), ((1,), (1,), (1,))]:
            yield case(op, bools(*condition), floats(*t), floats(*e))
        yield case(op, bools(3), strings("a", "b", "c"), strings("x", "y", "z"))
        yield case(op, bools(), strings("a", "b", "c"), strings("x", "y", "z"))
        yield case(op, bools(13), nasty(np.float32), nasty(np.float32)[::-1])
    for condition, t, e in [((2, 1), (3,), ()), ((), (3,), (2, 1)), ((4, 1, 1), (3, 1), (2,)), ((2, 3), (), ()), ((1,), (0,), ())]:
        yield case("SelectV2", bools(*condition), floats(*t), floats(*e))


def gradients():
    for condition, t, e in [((2, 3), (2, 3), (2, 3)), ((2,), (2, 3), (2, 3)), ((), (3,), (3,))]:
        yield gradient("Select", bools(*condition), floats(*t, dtype=np.float64), floats(*e, dtype=np.float64))
    for condition, t, e in [((2, 3), (2, 3), (2, 3)), ((2, 1), (3,), ()), ((), (3,), (2, 1)), ((4, 1, 1), (3, 1), (2,))]:
        yield gradient("SelectV2", bools(*condition), floats(*t, dtype=np.float64), floats(*e, dtype=np.float64))


def bench():
    yield case("SelectV2", bools(100, 100), floats(100, 100), floats(100, 100))
