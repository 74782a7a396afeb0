"""`ArgMax`."""
from elementwise import FLOATS, INTS, values
from harness import case, floats, inf, nan, np


def cases():
    for dtype in FLOATS + INTS + [np.bool_]:
        for shape, axis in [((5,), 0), ((5,), -1), ((3, 4), 0), ((3, 4), 1), ((2, 3, 4), 1), ((2, 3, 4), -3), ((33,), 0), ((0, 3), 1)]:
            yield case("ArgMax", values(shape, dtype), np.int32(axis))
    for output_type in [np.int64, np.int32, np.int16, np.uint16]:
        yield case("ArgMax", floats(3, 4), np.int64(1), output_type=output_type)
    for axis in [2, -3, 5]:
        yield case("ArgMax", floats(3, 4), np.int32(axis))
    yield case("ArgMax", floats(3, 0), np.int32(1))
    yield case("ArgMax", floats(3, 4), np.array([0], np.int32))
    for row in [[nan, 1, 0], [1, nan, 3, nan], [nan, nan], [inf, inf, nan], [-inf, -inf], [0.0, -0.0], [-0.0, 0.0]]:
        yield case("ArgMax", np.array(row, np.float32), np.int32(0))
        yield case("ArgMax", np.array(row, np.float64)[:, None], np.int32(0))


def bench():
    for shape in [(100, 10), (1000, 1000)]:
        yield case("ArgMax", floats(*shape), np.int32(1))
