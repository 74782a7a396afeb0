"""`RngSkip` and `RngReadAndSkip`."""
from harness import UNINITIALIZED, case, np, scenario, tf


def cases():
    for delta in (0, 1, 7, 2**40, -1):
        yield case("RngSkip", np.array([5, 6, 7]), np.int64(1), np.int64(delta), variables=1)
        yield case("RngReadAndSkip", np.array([5, 6, 7]), np.int32(1), np.uint64(delta % 2**64), variables=1)
    for state in ([-1, 6, 7], [-1, -1, 7], [2**63 - 1, 0, -3], [1, 2, 3, 4], [1, 2]):
        yield case("RngSkip", np.array(state), np.int64(1), np.int64(3), variables=1)
    for algorithm in (0, 2, 3, 9):
        yield case("RngSkip", np.array([5, 6, 7]), np.int64(algorithm), np.int64(1), variables=1)
    yield case("RngSkip", np.array([[5, 6, 7]]), np.int64(1), np.int64(1), variables=1)
    yield case("RngSkip", np.array([5, 6, 7], np.int32), np.int64(1), np.int64(1), variables=1)
    yield scenario("RngSkip without a state", empty, differs=UNINITIALIZED)


def empty():
    handle = tf.raw_ops.VarHandleOp(shape=[3], dtype=tf.int64, shared_name="empty")
    return [tf.raw_ops.RngSkip(resource=handle, algorithm=1, delta=1)]
