"""`Range`."""
from elementwise import FLOATS, alone
from harness import case, inf, nan, np


def cases():
    for dtype in [np.int32, np.int64]:
        for start, limit, delta in [(0, 5, 1), (0, 7, 2), (5, 0, -1), (3, 3, 1), (-4, 4, 3), (5, 0, -2), (0, 5, 0), (5, 0, 1), (0, 5, -1), (0, 0, 0)]:
            yield case("Range", *np.array([start, limit, delta], dtype))
    for dtype in FLOATS:
        for start, limit, delta in [(0, 5, 1), (0, 1, 0.25), (5, 0, -1.5), (3, 3, 1), (-4, 4, 3), (0, 5, 0), (5, 0, 1), (0, 5, -1)]:
            yield case("Range", *np.array([start, limit, delta], dtype), shapes=False)
    yield case("Range", np.float32(nan), np.float32(1), np.float32(1), shapes=False)
    yield case("Range", np.float32(0), np.float32(inf), np.float32(1), shapes=False)
    yield case("Range", np.array([0, 1]), np.array(5), np.array(1), shapes=False)
    yield case("Range", np.array([0]), np.array(5), np.array(1), shapes=False)
    for dtype in [np.int8, np.uint16]:
        yield alone("Range", np.array(0, dtype), np.array(5, dtype), np.array(1, dtype))
