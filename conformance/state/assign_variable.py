"""`AssignVariableOp`, `AssignAddVariableOp`, `AssignSubVariableOp`."""
from harness import FLOATS, INTS, UNINITIALIZED, case, extreme_ints, floats, ints, nasty, np, scenario, strings, tf


def cases():
    for op in ("AssignAddVariableOp", "AssignSubVariableOp"):
        for dtype in FLOATS + [np.complex64, np.complex128]:
            for shape in [(), (3,), (2, 5), (0, 2)]:
                yield case(op, floats(*shape, dtype=dtype), floats(*shape, dtype=dtype), variables=1)
        for dtype in INTS:
            yield case(op, ints(3, 2, dtype=dtype), ints(3, 2, dtype=dtype), variables=1)
            yield case(op, extreme_ints(dtype), extreme_ints(dtype)[::-1].copy(), variables=1)
        yield case(op, nasty(), nasty()[::-1].copy(), variables=1)
        yield case(op, floats(3), floats(4), variables=1)
        yield case(op, floats(3), floats(3, 1), variables=1)
        yield case(op, floats(3), floats(), variables=1)
        yield scenario(f"{op} without a value", lambda op=op: empty(op), differs=UNINITIALIZED)
        yield scenario(f"{op} with a value of another type", lambda op=op: wrong_type(op))
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        yield case("AssignVariableOp", np.zeros((2, 3), dtype), np.ones((2, 3), dtype), variables=1)
        yield case("AssignVariableOp", np.zeros((2, 3), dtype), np.ones((4,), dtype), variables=1)
        yield case("AssignVariableOp", np.zeros((2, 3), dtype), np.ones((2, 3), dtype), variables=1, validate_shape=True)
    yield case("AssignVariableOp", np.zeros((2, 3)), np.ones((3, 2)), variables=1, validate_shape=True)
    yield case("AssignVariableOp", strings("a", "b"), strings("c", ""), variables=1)
    yield scenario("a variable by handle from nothing to something", life)


def handle(dtype=tf.float32, shape=(2,), name="variable"):
    return tf.raw_ops.VarHandleOp(shape=shape, dtype=dtype, shared_name=name)


def life():
    h = handle()
    known = tf.raw_ops.VarIsInitializedOp(resource=h)
    give = tf.raw_ops.AssignVariableOp(resource=h, value=tf.constant([1.0, 2.0]))
    more = tf.raw_ops.AssignAddVariableOp(resource=h, value=tf.constant([0.5, 0.5]))
    read = tf.raw_ops.ReadVariableOp(resource=h, dtype=tf.float32)
    shape = tf.raw_ops.VariableShape(input=h)
    wide = tf.raw_ops.VariableShape(input=h, out_type=tf.int64)
    gone = tf.raw_ops.DestroyResourceOp(resource=h, ignore_lookup_error=False)
    lenient = tf.raw_ops.DestroyResourceOp(resource=h, ignore_lookup_error=True)
    return [known, read, give, known, read, more, read, shape, wide, gone, known, read, gone, lenient, give, read]


def empty(op):
    return [getattr(tf.raw_ops, op)(resource=handle(), value=tf.constant([1.0, 2.0]))]


def wrong_type(op):
    give = tf.raw_ops.AssignVariableOp(resource=handle(), value=tf.constant([1.0, 2.0]))
    update = getattr(tf.raw_ops, op)(resource=handle(tf.int32), value=tf.constant([1, 2]))
    return [give, update]
