"""`UniqueWithCounts`, `UniqueWithCountsV2`."""
from harness import ANY, case, floats, ints, nasty, np, some, tf


def cases():
    for dtype in ANY:
        if dtype not in (np.complex64, np.complex128):
            for out in [tf.int32, tf.int64]:
                yield case("UniqueWithCounts", some(dtype, 12), out_idx=out)
    yield case("UniqueWithCounts", nasty(np.float64))
    yield case("UniqueWithCounts", floats(0))
    yield case("UniqueWithCounts", floats(2, 2), shapes=False)
    for axis in [0, 1, -1, 3]:
        yield case("UniqueWithCountsV2", ints(4, 3, 2, low=0, high=2), np.array([axis]))
    yield case("UniqueWithCountsV2", ints(9, low=0, high=3), np.zeros([0], np.int64))
