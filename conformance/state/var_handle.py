"""`VarHandleOp`."""
from harness import scenario, tf


def cases():
    yield scenario("two handles, one variable", shared)
    yield scenario("a name in two containers", containers)
    yield scenario("a handle without a shared name", unnamed)


def pair(**attrs):
    return (tf.raw_ops.VarHandleOp(shape=[], dtype=tf.float32, **attrs) for _ in range(2))


def read(handle):
    return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)


def shared():
    one, other = pair(shared_name="same")
    return [tf.raw_ops.AssignVariableOp(resource=one, value=3.0), read(other)]


def containers():
    one = tf.raw_ops.VarHandleOp(shape=[], dtype=tf.float32, shared_name="same", container="a")
    other = tf.raw_ops.VarHandleOp(shape=[], dtype=tf.float32, shared_name="same", container="b")
    return [tf.raw_ops.AssignVariableOp(resource=one, value=3.0), read(one), read(other)]


def unnamed():
    one, _ = pair()
    return [tf.raw_ops.AssignVariableOp(resource=one, value=3.0), read(one)]
