"""`ResizeBilinear`, `ResizeBilinearGrad`."""
from harness import FLOATS, case, floats, gradient, ints, np

SIZES = [((2, 3), (4, 6)), ((4, 6), (2, 3)), ((3, 3), (3, 3)), ((1, 1), (3, 2)), ((5, 7), (1, 1)), ((2, 2), (7, 5)), ((6, 5), (4, 9))]
LOOKS = [dict(), dict(align_corners=True), dict(half_pixel_centers=True)]


def size(*sides):
    return np.array(sides, np.int32)


def cases():
    for before, after in SIZES:
        for look in LOOKS:
            for dtype in FLOATS:
                yield case("ResizeBilinear", floats(2, *before, 3, dtype=dtype), size(*after), **look)
            for dtype in [np.float32, np.float64]:
                yield case("ResizeBilinearGrad", floats(2, *after, 3), floats(2, *before, 3, dtype=dtype), rtol=2e-5, atol=1e-5, **look)
            yield case("ResizeBilinearGrad", floats(2, *after, 3), floats(2, *before, 3, dtype=np.float16), rtol=2e-2, atol=2e-2, **look)
    for dtype in [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64]:
        yield case("ResizeBilinear", ints(1, 3, 4, 2, dtype=dtype), size(5, 5), half_pixel_centers=True)
    yield case("ResizeBilinear", floats(1, 2, 2, 1), size(3, 3), align_corners=True, half_pixel_centers=True)
    yield case("ResizeBilinear", floats(0, 2, 2, 1), size(3, 3))
    for images, sides in [(floats(1, 0, 2, 1), size(3, 3)), (floats(2, 2, 1), size(3, 3)), (floats(1, 2, 2, 1), size(0, 3)),
                          (floats(1, 2, 2, 1), size(-1, 3)), (floats(1, 2, 2, 1), size(3)), (floats(1, 2, 2, 1), np.int32(3)),
                          (floats(1, 2, 2, 1), size(3, 3, 3))]:
        yield case("ResizeBilinear", images, sides)


def gradients():
    for before, after in SIZES:
        for look in LOOKS:
            # The op's own output is a float32, too coarse for finite differences.
            yield gradient("ResizeBilinear", floats(2, *before, 3), size(*after), wrt=[0], numeric=False, rtol=2e-5, **look)


def bench():
    yield case("ResizeBilinear", floats(8, 64, 64, 3), size(128, 128))
