"""`Cumprod`."""
from elementwise import COMPLEX, FLOATS, INTS, nasty, values
from harness import case, floats, gradient, np


def cases():
    for dtype in FLOATS + INTS + COMPLEX:
        for exclusive in [False, True]:
            for reverse in [False, True]:
                for shape, axis in [((5,), 0), ((3, 4), 0), ((3, 4), 1), ((2, 3, 4), -2)]:
                    yield case("Cumprod", values(shape, dtype, -2, 2), np.int32(axis), exclusive=exclusive, reverse=reverse)
    for exclusive in [False, True]:
        yield case("Cumprod", floats(0), np.int32(0), exclusive=exclusive)
        yield case("Cumprod", floats(2, 0, 3), np.int64(1), exclusive=exclusive)
        yield case("Cumprod", nasty(np.float32), np.int32(0), exclusive=exclusive)
    for axis in [1, -2]:
        yield case("Cumprod", floats(3), np.int32(axis))
    yield case("Cumprod", floats(), np.int32(0))
    yield case("Cumprod", floats(3), np.array([0], np.int32), shapes=False)


def gradients():
    for exclusive in [False, True]:
        for reverse in [False, True]:
            for shape, axis in [((5,), 0), ((3, 4), 1), ((2, 3, 2), -2)]:
                yield gradient("Cumprod", floats(*shape, dtype=np.float64, low=0.5, high=2), np.int32(axis), exclusive=exclusive,
                               reverse=reverse)
