"""`ResizeNearestNeighbor`, `ResizeNearestNeighborGrad`."""
from harness import FLOATS, case, floats, gradient, ints, np

SIZES = [((2, 3), (4, 6)), ((4, 6), (2, 3)), ((3, 3), (3, 3)), ((1, 1), (3, 2)), ((5, 7), (1, 1)), ((2, 2), (7, 5)), ((6, 5), (4, 9))]
LOOKS = [dict(), dict(align_corners=True), dict(half_pixel_centers=True)]


def size(*sides):
    return np.array(sides, np.int32)


def cases():
    for before, after in SIZES:
        for look in LOOKS:
            for dtype in FLOATS:
                yield case("ResizeNearestNeighbor", floats(2, *before, 3, dtype=dtype), size(*after), **look)
                yield case("ResizeNearestNeighborGrad", floats(2, *after, 3, dtype=dtype), size(*before), **look)
            for dtype in [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64]:
                yield case("ResizeNearestNeighbor", ints(1, *before, 2, dtype=dtype), size(*after), **look)
            for dtype in [np.uint8, np.int8, np.int32]:
                yield case("ResizeNearestNeighborGrad", ints(1, *after, 2, dtype=dtype), size(*before), **look)
    yield case("ResizeNearestNeighbor", floats(1, 2, 2, 1), size(3, 3), align_corners=True, half_pixel_centers=True)
    yield case("ResizeNearestNeighbor", floats(0, 2, 2, 1), size(3, 3))
    for images, sides in [(floats(1, 0, 2, 1), size(3, 3)), (floats(2, 2, 1), size(3, 3)), (floats(1, 2, 2, 1), size(0, 3)),
                          (floats(1, 2, 2, 1), size(3)), (floats(1, 2, 2, 1), np.int32(3))]:
        yield case("ResizeNearestNeighbor", images, sides)


def gradients():
    for before, after in SIZES:
        for look in LOOKS:
            yield gradient("ResizeNearestNeighbor", floats(2, *before, 3, dtype=np.float64), size(*after), wrt=[0], **look)


def bench():
    yield case("ResizeNearestNeighbor", floats(8, 64, 64, 3), size(128, 128))
