"""`Assign`, `AssignAdd`, `AssignSub`."""
from harness import FLOATS, INTS, case, extreme_ints, floats, ints, nasty, np, scenario, strings, tf


def cases():
    for op in ("AssignAdd", "AssignSub"):
        for dtype in FLOATS + [np.complex64, np.complex128]:
            for shape in [(), (3,), (2, 5), (0, 2)]:
                yield case(op, floats(*shape, dtype=dtype), floats(*shape, dtype=dtype), variables=1)
        for dtype in INTS:
            yield case(op, ints(3, 2, dtype=dtype), ints(3, 2, dtype=dtype), variables=1)
            yield case(op, extreme_ints(dtype), extreme_ints(dtype)[::-1].copy(), variables=1)
        yield case(op, nasty(), nasty()[::-1].copy(), variables=1)
        yield case(op, floats(3), floats(3), variables=1, use_locking=True)
        yield case(op, floats(3), floats(4), variables=1)
        yield case(op, floats(3), floats(3, 1), variables=1)
        yield case(op, floats(3), floats(), variables=1)
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        yield case("Assign", np.zeros((2, 3), dtype), np.ones((2, 3), dtype), variables=1)
        yield case("Assign", np.zeros((2, 3), dtype), np.ones((3, 2), dtype), variables=1)
        yield case("Assign", np.zeros((2, 3), dtype), np.ones((4,), dtype), variables=1, validate_shape=False)
    yield case("Assign", strings("a", "b"), strings("c", ""), variables=1)
    yield scenario("a variable by reference from nothing to something", life)
    for op in ("AssignAdd", "AssignSub"):
        yield scenario(f"{op} without a value", lambda op=op: empty(op))


def life():
    ref = tf.raw_ops.VariableV2(shape=[2], dtype=tf.float32, shared_name="life")
    known = tf.raw_ops.IsVariableInitialized(ref=ref)
    give = tf.raw_ops.Assign(ref=ref, value=tf.constant([1.0, 2.0]))
    more = tf.raw_ops.AssignAdd(ref=ref, value=tf.constant([0.5, 0.5]))
    less = tf.raw_ops.AssignSub(ref=ref, value=tf.constant([3.0, 0.0]))
    read = tf.identity(ref)
    return [known, read, give.op, known, read, more.op, read, less.op, more.op, read, known]


def empty(op):
    ref = tf.raw_ops.VariableV2(shape=[2], dtype=tf.float32, shared_name="empty")
    return [getattr(tf.raw_ops, op)(ref=ref, value=tf.constant([1.0, 2.0])).op]
