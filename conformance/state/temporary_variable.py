"""`TemporaryVariable` and `DestroyTemporaryVariable`."""
from harness import scenario, tf


def cases():
    for dtype in (tf.float32, tf.float64, tf.int32, tf.int64, tf.float16):
        yield scenario(f"a sum in a temporary variable of {dtype.name}", lambda dtype=dtype: a_sum(dtype))
    yield scenario("a temporary variable is destroyed under another name", another_name)


def a_sum(dtype):
    ref = tf.raw_ops.TemporaryVariable(shape=[2], dtype=dtype, var_name="sum")
    ref = tf.raw_ops.Assign(ref=ref, value=tf.constant([1, 2], dtype))
    ref = tf.raw_ops.AssignAdd(ref=ref, value=tf.constant([10, 20], dtype))
    last = tf.raw_ops.DestroyTemporaryVariable(ref=ref, var_name="sum")
    return [last, last]


def another_name():
    ref = tf.raw_ops.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="one")
    ref = tf.raw_ops.Assign(ref=ref, value=tf.constant([1.0, 2.0]))
    return [tf.raw_ops.DestroyTemporaryVariable(ref=ref, var_name="other")]
