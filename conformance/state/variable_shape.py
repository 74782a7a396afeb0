"""`VariableShape`."""
from harness import UNINITIALIZED, case, floats, np, scenario, tf


def cases():
    for shape in [(), (3,), (2, 0), (2, 3, 4)]:
        for dtype in (np.float32, np.int64):
            yield case("VariableShape", floats(*shape).astype(dtype), variables=1)
            yield case("VariableShape", floats(*shape).astype(dtype), variables=1, out_type=tf.int64)
    yield scenario("VariableShape without a value", empty, differs=UNINITIALIZED)


def empty():
    handle = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.float32, shared_name="empty")
    return [tf.raw_ops.VariableShape(input=handle)]
