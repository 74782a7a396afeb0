"""`ResourceGather`."""
from harness import FLOATS, INTS, UNINITIALIZED, case, floats, ints, np, scenario, strings, tf, variable_gradient
from scatters import values


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        for index_type in (np.int32, np.int64):
            yield case("ResourceGather", values(dtype, 5, 3), np.array([4, 0, 4], index_type), variables=1, dtype=dtype)
        yield case("ResourceGather", values(dtype, 6), np.array([[0, 5], [2, 0]], np.int32), variables=1, dtype=dtype)
        yield case("ResourceGather", values(dtype, 3, 2, 2), np.array(1, np.int32), variables=1, dtype=dtype)
        yield case("ResourceGather", values(dtype, 2, 4, 3), np.array([[3, 0], [1, 1]], np.int32), variables=1,
                   dtype=dtype, batch_dims=1)
    yield case("ResourceGather", strings("a", "bc", ""), np.array([2, 1], np.int32), variables=1, dtype=tf.string)
    yield case("ResourceGather", floats(2, 2, 3), ints(2, 2, 4, low=0, high=3), variables=1, dtype=tf.float32, batch_dims=2)
    for validate in (True, False):
        for bad in ([3], [-1], [0, 2147483647]):
            yield case("ResourceGather", floats(3, 2), np.array(bad, np.int32), variables=1, dtype=tf.float32,
                       validate_indices=validate)
    yield case("ResourceGather", floats(3, 2), np.array([], np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGather", floats(3, 0), np.array([1], np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGather", floats(0, 3), np.array([0], np.int32), variables=1, dtype=tf.float32)
    yield case("ResourceGather", floats(0, 3), np.array([], np.int32), variables=1, dtype=tf.float32)
    yield scenario("ResourceGather without a value", empty, differs=UNINITIALIZED)


def empty():
    handle = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.float32, shared_name="empty")
    return [tf.raw_ops.ResourceGather(resource=handle, indices=[0], dtype=tf.float32)]


def gradients():
    for shape, indices in [((5, 3), [4, 0, 4]), ((6,), [[0, 5], [2, 0]]), ((3, 2, 2), 1), ((4, 2), [])]:
        yield variable_gradient("ResourceGather", floats(*shape, dtype=np.float64), np.array(indices, np.int32),
                                dtype=tf.float64)
