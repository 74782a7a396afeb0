"""`ResourceGatherNd`."""
from harness import FLOATS, INTS, UNINITIALIZED, case, floats, np, scenario, strings, tf
from scatters import values


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        for index_type in (np.int32, np.int64):
            yield case("ResourceGatherNd", values(dtype, 5, 3), np.array([[4, 0], [0, 2]], index_type), variables=1,
                       dtype=dtype)
        yield case("ResourceGatherNd", values(dtype, 2, 3, 2), np.array([[[1, 0]], [[0, 2]]], np.int32), variables=1,
                   dtype=dtype)
        yield case("ResourceGatherNd", values(dtype, 4), np.array([[3], [3]], np.int32), variables=1, dtype=dtype)
        yield case("ResourceGatherNd", values(dtype, 3, 2), np.array([1], np.int32), variables=1, dtype=dtype)
        yield case("ResourceGatherNd", values(dtype, 3, 2), np.zeros((2, 0), np.int32), variables=1, dtype=dtype)
    yield case("ResourceGatherNd", strings("a", "bc", ""), np.array([[2], [1]], np.int32), variables=1, dtype=tf.string)
    for bad in ([[3, 0]], [[0, 2]], [[-1, 0]], [[0, 0], [2147483647, 0]], [[0, 0, 0]]):
        yield case("ResourceGatherNd", floats(3, 2), np.array(bad, np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGatherNd", floats(3, 2), np.zeros((0, 1), np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGatherNd", floats(3, 0), np.array([[1]], np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGatherNd", floats(0, 3), np.array([[0]], np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGatherNd", floats(3, 2), np.array(0, np.int32), variables=1, dtype=tf.float32)
    yield scenario("ResourceGatherNd without a value", empty, differs=UNINITIALIZED)


def empty():
    handle = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.float32, shared_name="empty")
    return [tf.raw_ops.ResourceGatherNd(resource=handle, indices=[[0]], dtype=tf.float32)]
