"""`DestroyResourceOp`."""
from harness import scenario, tf


def cases():
    for ignore in (True, False):
        yield scenario(f"a variable is destroyed twice, ignore_lookup_error={ignore}", lambda ignore=ignore: variable(ignore))
        yield scenario(f"a queue is destroyed twice, ignore_lookup_error={ignore}", lambda ignore=ignore: queue(ignore))


def variable(ignore):
    handle = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.float32, shared_name="gone")
    give = tf.raw_ops.AssignVariableOp(resource=handle, value=[1.0, 2.0])
    destroy = tf.raw_ops.DestroyResourceOp(resource=handle, ignore_lookup_error=ignore)
    known = tf.raw_ops.VarIsInitializedOp(resource=handle)
    return [give, known, destroy, known, destroy, give, known]


def queue(ignore):
    handle = tf.raw_ops.FIFOQueueV2(component_types=[tf.float32], shapes=[[]], shared_name="line")
    put = tf.raw_ops.QueueEnqueueV2(handle=handle, components=[tf.constant(1.0)])
    destroy = tf.raw_ops.DestroyResourceOp(resource=handle, ignore_lookup_error=ignore)
    return [put, destroy]
