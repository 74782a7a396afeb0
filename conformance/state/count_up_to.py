"""`CountUpTo` and `ResourceCountUpTo`."""
from harness import UNINITIALIZED, case, np, scenario, tf


def cases():
    for op in ("CountUpTo", "ResourceCountUpTo"):
        for dtype in (np.int32, np.int64):
            for value, limit in [(0, 3), (2, 3), (3, 3), (4, 3), (-5, 0), (0, 0)]:
                yield case(op, np.array(value, dtype), variables=1, limit=limit, **types(op, dtype))
        yield scenario(f"{op} reaches its limit and stays there", lambda op=op: counting(op))
        yield scenario(f"{op} without a value", lambda op=op: counting(op)[1:2],
                       differs=UNINITIALIZED if op.startswith("Resource") else None)


def types(op, dtype):
    return {"T": dtype} if op.startswith("Resource") else {}


def counting(op):
    if op == "CountUpTo":
        ref = tf.raw_ops.VariableV2(shape=[], dtype=tf.int32, shared_name="counter")
        give = tf.raw_ops.Assign(ref=ref, value=1).op
        count = tf.raw_ops.CountUpTo(ref=ref, limit=3)
        return [give, count, count, count, count, tf.identity(ref)]
    handle = tf.raw_ops.VarHandleOp(shape=[], dtype=tf.int32, shared_name="counter")
    give = tf.raw_ops.AssignVariableOp(resource=handle, value=1)
    count = tf.raw_ops.ResourceCountUpTo(resource=handle, limit=3, T=tf.int32)
    return [give, count, count, count, count, tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int32)]
