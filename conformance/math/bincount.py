"""`Bincount`, `DenseBincount`."""
from elementwise import values
from harness import case, ints, np


def cases():
    for dtype in [np.int32, np.int64, np.float32, np.float64]:
        for shape in [(6,), (2, 3), (0,), ()]:
            for size in [0, 1, 4, 9]:
                numbers = ints(*shape, low=0, high=6)
                yield case("Bincount", numbers, np.int32(size), np.zeros(0, dtype))
                yield case("Bincount", numbers, np.int32(size), values(shape, dtype))
        for shape in [(6,), (2, 3), (0,), (3, 0)]:
            for binary_output in [False, True]:
                for index in [np.int32, np.int64]:
                    numbers = ints(*shape, dtype=index, low=0, high=6)
                    yield case("DenseBincount", numbers, index(4), np.zeros(0, dtype), binary_output=binary_output)
                    yield case("DenseBincount", numbers, index(4), values(shape, dtype), binary_output=binary_output)
    yield case("Bincount", np.array([-1], np.int32), np.int32(3), np.zeros(0, np.float32))
    yield case("Bincount", np.array([1], np.int32), np.int32(-3), np.zeros(0, np.float32))
    yield case("Bincount", np.array([1], np.int32), np.int32(3), np.zeros(2, np.float32))
    yield case("DenseBincount", np.array([[[1]]], np.int32), np.int32(3), np.zeros(0, np.float32))
    yield case("DenseBincount", np.array([-1], np.int32), np.int32(3), np.zeros(0, np.float32))
