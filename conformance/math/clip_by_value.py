"""`ClipByValue`."""
from elementwise import FLOATS, SHAPES, alone, nasty, values
from harness import case, floats, gradient, inf, nan, np


TYPES = FLOATS + [np.int32, np.int64, np.uint8, np.int8, np.int16, np.uint16]


def cases():
    for dtype in TYPES:
        for shape in SHAPES:
            yield case("ClipByValue", values(shape, dtype, -9, 9), np.array(2, dtype), np.array(4, dtype))
        x = values((2, 3), dtype, -9, 9)
        yield case("ClipByValue", x, values((2, 3), dtype, 0, 3), np.array(4, dtype))
        yield case("ClipByValue", x, np.array(1, dtype), values((2, 3), dtype, 3, 6))
        yield case("ClipByValue", x, values((2, 3), dtype, 0, 3), values((2, 3), dtype, 3, 6))
        yield case("ClipByValue", x, np.array(4, dtype), np.array(2, dtype))
        yield case("ClipByValue", x, values((3,), dtype), np.array(2, dtype))
        yield case("ClipByValue", x, values((1,), dtype), np.array(2, dtype))
    for dtype in FLOATS:
        yield case("ClipByValue", nasty(dtype), np.array(-1, dtype), np.array(1, dtype))
    for low, high in [(nan, 4), (2, nan), (nan, nan), (-inf, inf), (inf, -inf)]:
        yield case("ClipByValue", np.array([1, 3, 5], np.float32), np.float32(low), np.float32(high))
    for dtype in [np.complex64, np.complex128]:
        x = (floats(3, 7, low=-4, high=4) + 1j * floats(3, 7, low=-4, high=4)).astype(dtype)
        yield case("ClipByValue", x, dtype(-1 - 2j), dtype(2 + 1j))
        yield case("ClipByValue", x, np.full((3, 7), -1 - 2j, dtype), dtype(2 + 1j))
        yield case("ClipByValue", x, dtype(-1 - 2j), np.full((3, 7), 2 + 1j, dtype))
        yield case("ClipByValue", x, np.full((3, 7), -1 - 2j, dtype), np.full((3, 7), 2 + 1j, dtype))
    for dtype in [np.uint32, np.uint64]:
        yield alone("ClipByValue", values((2,), dtype), np.array(0, dtype), np.array(1, dtype))


def gradients():
    x = floats(2, 3, dtype=np.float64, low=-3, high=3)
    yield gradient("ClipByValue", x, np.array(-1.0), np.array(1.0))
    yield gradient("ClipByValue", x, np.full((2, 3), -1.0), np.full((2, 3), 1.5))
    yield gradient("ClipByValue", x, np.full((2, 3), -1.0), np.array(0.5))
