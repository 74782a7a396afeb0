"""`Variable` and `VariableV2`."""
from harness import scenario, tf


def cases():
    for dtype in (tf.float32, tf.float64, tf.int32, tf.int64, tf.bool, tf.float16, tf.bfloat16, tf.uint8, tf.complex64):
        yield scenario(f"a variable of {dtype.name}", lambda dtype=dtype: written(tf.raw_ops.VariableV2, [2], dtype))
    yield scenario("a variable of strings", lambda: written(tf.raw_ops.VariableV2, [2], tf.string))
    yield scenario("Variable, whose shape is left open", lambda: written(tf.raw_ops.Variable, [], tf.float32))
    yield scenario("two nodes, one variable", shared)
    yield scenario("a name in two containers", containers)
    yield scenario("two variables without a shared name", apart)


def written(op, shape, dtype):
    ref = op(shape=shape, dtype=dtype, shared_name="one")
    value = tf.constant(["a", "b"]) if dtype == tf.string else tf.cast(tf.constant([1, 0]), dtype)
    give = tf.raw_ops.Assign(ref=ref, value=value, validate_shape=op is tf.raw_ops.VariableV2)
    return [tf.identity(ref), give.op, tf.identity(ref)]


def shared():
    one, other = (tf.raw_ops.VariableV2(shape=[], dtype=tf.float32, shared_name="same") for _ in range(2))
    return [tf.raw_ops.Assign(ref=one, value=3.0).op, tf.identity(other)]


def containers():
    one, other = (tf.raw_ops.VariableV2(shape=[], dtype=tf.float32, shared_name="same", container=c) for c in ("a", "b"))
    return [tf.raw_ops.Assign(ref=one, value=3.0).op, tf.identity(one), tf.identity(other)]


def apart():
    one, other = (tf.raw_ops.VariableV2(shape=[], dtype=tf.float32) for _ in range(2))
    return [tf.raw_ops.Assign(ref=one, value=3.0).op, tf.identity(one), tf.identity(other)]
