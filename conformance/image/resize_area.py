"""`ResizeArea`."""
from harness import FLOATS, case, floats, ints, np

SIZES = [((2, 3), (4, 6)), ((4, 6), (2, 3)), ((3, 3), (3, 3)), ((1, 1), (3, 2)), ((5, 7), (1, 1)), ((2, 2), (7, 5)), ((6, 5), (4, 9))]


def size(*sides):
    return np.array(sides, np.int32)


def cases():
    for before, after in SIZES:
        for align_corners in [False, True]:
            for dtype in FLOATS:
                yield case("ResizeArea", floats(2, *before, 3, dtype=dtype), size(*after), align_corners=align_corners, rtol=1e-4, atol=1e-5)
            for dtype in [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64]:
                yield case("ResizeArea", ints(1, *before, 2, dtype=dtype), size(*after), align_corners=align_corners, rtol=1e-4, atol=1e-5)
    yield case("ResizeArea", floats(1, 0, 2, 1), size(3, 3))
    yield case("ResizeArea", floats(2, 2, 1), size(3, 3))
    yield case("ResizeArea", floats(1, 2, 2, 1), size(0, 3))
    yield case("ResizeArea", floats(1, 2, 2, 1), size(3))
