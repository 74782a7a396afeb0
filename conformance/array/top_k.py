"""`TopKV2`."""
from harness import FLOATS, INTS, case, floats, gradient, inf, np, some, tf


def cases():
    for dtype in FLOATS + INTS:
        for k in [0, 1, 3, 8]:
            yield case("TopKV2", some(dtype, 3, 8), np.int32(k))
    for shape in [(1,), (5,), (0,), (2, 0), (0, 3), (2, 2, 5), (3, 129)]:
        for k in [0, 1, 2]:
            yield case("TopKV2", floats(*shape), np.int32(k))
    for kind in [np.int16, np.int32, np.int64]:
        yield case("TopKV2", floats(2, 5), kind(2))
    for out in [tf.int16, tf.int32, tf.int64]:
        yield case("TopKV2", floats(2, 5), np.int32(2), index_type=out)
    yield case("TopKV2", np.array([1, 3, 3, 2, 3], np.float32), np.int32(4))
    yield case("TopKV2", np.array([-inf, inf, 0.0, -0.0, 1.0], np.float32), np.int32(5))
    yield case("TopKV2", floats(5), np.int32(6))
    yield case("TopKV2", floats(5), np.int32(-1))
    yield case("TopKV2", floats(5), np.array([2], np.int32))
    yield case("TopKV2", floats(), np.int32(0))
    yield case("TopKV2", floats(3, 5), np.int32(1), sorted=False)


def gradients():
    yield gradient("TopKV2", floats(5, dtype=np.float64), np.int32(2))
    yield gradient("TopKV2", floats(2, 3, 4, dtype=np.float64), np.int32(3))
