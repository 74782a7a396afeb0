"""`HistogramFixedWidth`."""
from elementwise import values
from harness import case, inf, nan, np


def cases():
    for dtype in [np.float32, np.float64, np.int32, np.int64]:
        for bins in [1, 2, 5, 100]:
            for shape in [(), (7,), (3, 4), (0,)]:
                yield case("HistogramFixedWidth", values(shape, dtype, -9, 9), np.array([-5, 5], dtype), np.int32(bins))
        yield case("HistogramFixedWidth", values((9,), dtype), np.array([0, 3], dtype), np.int32(4), dtype=np.int64)
        yield case("HistogramFixedWidth", values((9,), dtype), np.array([3, 3], dtype), np.int32(4))
        yield case("HistogramFixedWidth", values((9,), dtype), np.array([3, 1], dtype), np.int32(4))
        yield case("HistogramFixedWidth", values((9,), dtype), np.array([0, 3], dtype), np.int32(0))
        yield case("HistogramFixedWidth", values((9,), dtype), np.array([0, 3], dtype), np.int32(-1), shapes=False)
        yield case("HistogramFixedWidth", values((9,), dtype), np.array([0, 3, 4], dtype), np.int32(2), shapes=False)
    yield case("HistogramFixedWidth", np.array([inf, -inf, 1], np.float32), np.array([0, 3], np.float32), np.int32(4))
    yield case("HistogramFixedWidth", np.array([nan, 1], np.float32), np.array([0, 3], np.float32), np.int32(4))
