"""`LinSpace`."""
from harness import case, inf, np


def cases():
    for dtype in [np.float32, np.float64]:
        for num in [np.int32(1), np.int32(2), np.int64(5), np.int32(17), np.int32(0), np.int64(-3)]:
            for start, stop in [(0, 1), (-3, 7), (5, 5), (4, -2.5), (1e30, -1e30)]:
                yield case("LinSpace", np.array(start, dtype), np.array(stop, dtype), num, shapes=False)
        yield case("LinSpace", np.array([1], dtype), np.array(2, dtype), np.int32(3), shapes=False)
        yield case("LinSpace", np.array(1, dtype), np.array(2, dtype), np.array([3, 4], np.int32), shapes=False)
        yield case("LinSpace", np.array(1, dtype), np.array(2, dtype), np.int32(3))
        yield case("LinSpace", np.array(inf, dtype), np.array(2, dtype), np.int32(3))
