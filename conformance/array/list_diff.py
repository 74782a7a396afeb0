"""`ListDiff`."""
from harness import ANY, case, floats, nasty, np, some, strings, tf


def cases():
    for dtype in ANY:
        if dtype not in (np.complex64, np.complex128, np.bool_):
            for out in [tf.int32, tf.int64]:
                yield case("ListDiff", some(dtype, 8), some(dtype, 4), out_idx=out)
    yield case("ListDiff", np.array([1, 2, 3, 4, 5, 6, 2], np.int32), np.array([1, 3, 5], np.int32))
    yield case("ListDiff", nasty(np.float64), np.array([0.0, np.nan, np.inf]))
    yield case("ListDiff", strings(b"a", b"b"), strings(b"b", b"c"))
    yield case("ListDiff", floats(0), floats(2))
    yield case("ListDiff", floats(2), floats(0))
    yield case("ListDiff", floats(2, 2), floats(2))
    yield case("ListDiff", floats(2), floats())
