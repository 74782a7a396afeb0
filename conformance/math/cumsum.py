"""`Cumsum`."""
from elementwise import COMPLEX, FLOATS, INTS, nasty, values
from harness import case, floats, gradient, np


def cases():
    for dtype in FLOATS + INTS + COMPLEX:
        for exclusive in [False, True]:
            for reverse in [False, True]:
                for shape, axis in [((5,), 0), ((3, 4), 0), ((3, 4), 1), ((2, 3, 4), -2)]:
                    yield case("Cumsum", values(shape, dtype, -2, 2), np.int32(axis), exclusive=exclusive, reverse=reverse)
    for exclusive in [False, True]:
        yield case("Cumsum", floats(0), np.int32(0), exclusive=exclusive)
        yield case("Cumsum", floats(2, 0, 3), np.int64(1), exclusive=exclusive)
        yield case("Cumsum", nasty(np.float32), np.int32(0), exclusive=exclusive)
    for axis in [1, -2]:
        yield case("Cumsum", floats(3), np.int32(axis))
    yield case("Cumsum", floats(), np.int32(0))
    yield case("Cumsum", floats(3), np.array([0], np.int32), shapes=False)


def gradients():
    for exclusive in [False, True]:
        for reverse in [False, True]:
            for shape, axis in [((5,), 0), ((3, 4), 1), ((2, 3, 2), -2)]:
                yield gradient("Cumsum", floats(*shape, dtype=np.float64, low=0.5, high=2), np.int32(axis), exclusive=exclusive,
                               reverse=reverse)
