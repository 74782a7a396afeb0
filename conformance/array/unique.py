"""`Unique`, `UniqueV2`."""
from harness import ANY, case, floats, ints, nasty, np, some, strings, tf


def cases():
    for dtype in ANY:
        if dtype not in (np.complex64, np.complex128):
            for out in [tf.int32, tf.int64]:
                yield case("Unique", some(dtype, 12), out_idx=out)
            yield case("UniqueV2", some(dtype, 12), np.zeros([0], np.int64))
    yield case("Unique", np.array([0.0, -0.0, 1.0, 0.0], np.float32))
    yield case("Unique", nasty(np.float64))
    yield case("Unique", strings(b"b", b"a", b"b", b"", b""))
    yield case("Unique", floats(0))
    yield case("Unique", floats())
    yield case("Unique", floats(2, 2))
    rows = np.array([[1, 0, 0], [1, 0, 0], [2, 0, 0]], np.int32)
    for x in [rows, rows.astype(np.float32), ints(3, 2, 4, low=0, high=2), np.zeros([3, 0], np.int32), np.zeros([0, 3], np.int32)]:
        for axis in [0, 1, -1, 2, -4]:
            for kind in [np.int32, np.int64]:
                yield case("UniqueV2", x, np.array([axis], kind))
    yield case("UniqueV2", rows, np.array([0, 1]))
    yield case("UniqueV2", rows, np.array(0))
    yield case("UniqueV2", rows, np.zeros([0], np.int64))
