"""`IsVariableInitialized`."""
from harness import case, floats, np, scenario, tf


def cases():
    for dtype in (np.float32, np.float64, np.int32, np.int64, np.bool_):
        yield case("IsVariableInitialized", floats(2, dtype=dtype), variables=1)
    yield scenario("a variable that gets its value", initialized)


def initialized():
    ref = tf.raw_ops.VariableV2(shape=[2], dtype=tf.float32, shared_name="late")
    known = tf.raw_ops.IsVariableInitialized(ref=ref)
    return [known, tf.raw_ops.Assign(ref=ref, value=[1.0, 2.0]).op, known]
