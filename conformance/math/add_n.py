"""`AddN`, `AccumulateNV2`."""
from elementwise import COMPLEX, FLOATS, INTS, SHAPES, nasty, values
from harness import case, floats, gradient, np


def cases():
    for dtype in FLOATS + INTS + COMPLEX:
        for count in [1, 2, 3, 9]:
            yield case("AddN", *[values((2, 3), dtype) for _ in range(count)])
    for shape in SHAPES:
        yield case("AddN", *[values(shape, np.float32) for _ in range(3)])
    yield case("AddN", floats(2), floats(3))
    yield case("AddN", floats(2, 1), floats(2))
    yield case("AddN", floats(2), floats())
    yield case("AddN", nasty(np.float32), nasty(np.float32)[::-1], nasty(np.float32))
    for count in [1, 2, 3]:
        yield case("AccumulateNV2", *[floats(2, 3) for _ in range(count)], shape=(2, 3), shapes=False)


def gradients():
    yield gradient("AddN", *[floats(2, 3, dtype=np.float64) for _ in range(3)])


def bench():
    for count, size in [(2, 10_000), (5, 10_000), (3, 1_000_000)]:
        yield case("AddN", *[floats(size) for _ in range(count)])
