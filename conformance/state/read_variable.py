"""`ReadVariableOp` and `_ReadVariablesOp`, which TensorFlow makes of several of them."""
from harness import FLOATS, INTS, apply_op, case, floats, np, scenario, strings, tf, v1, variable_gradient
from scatters import values


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        for shape in [(), (3,), (2, 0), (2, 3, 4)]:
            yield case("ReadVariableOp", values(dtype, *shape), variables=1, dtype=dtype)
    yield case("ReadVariableOp", strings("a", "bc", ""), variables=1, dtype=tf.string)
    yield scenario("ReadVariableOp as another type", wrong_type)
    yield scenario("ReadVariableOp without a value", empty)
    yield scenario("several handles and several values", several)


def gradients():
    for shape in [(), (3,), (2, 3)]:
        yield variable_gradient("ReadVariableOp", floats(*shape, dtype=np.float64), dtype=tf.float64)


def wrong_type():
    handle = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.float32, shared_name="mixed")
    other = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.int32, shared_name="mixed")
    give = tf.raw_ops.AssignVariableOp(resource=handle, value=tf.constant([1.0, 2.0]))
    return [give, tf.raw_ops.ReadVariableOp(resource=other, dtype=tf.int32)]


def empty():
    handle = tf.raw_ops.VarHandleOp(shape=[2], dtype=tf.float32, shared_name="empty")
    return [tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.float32)]


def several():
    graph = v1.get_default_graph()
    dtypes = [tf.float32.as_datatype_enum, tf.int64.as_datatype_enum]
    node = v1.NodeDef(name="handles", op="_VarHandlesOp")
    node.attr["N"].i = 2
    node.attr["containers"].list.s.extend([b"", b""])
    node.attr["shared_names"].list.s.extend([b"first", b"second"])
    node.attr["dtypes"].list.type.extend(dtypes)
    node.attr["shapes"].list.shape.extend([tf.TensorShape([2]).as_proto(), tf.TensorShape([]).as_proto()])
    read = v1.NodeDef(name="read", op="_ReadVariablesOp", input=["handles", "handles:1"])
    read.attr["N"].i = 2
    read.attr["dtypes"].list.type.extend(dtypes)
    made = v1.GraphDef(node=[node, read])
    made.versions.producer = tf.version.GRAPH_DEF_VERSION
    tf.import_graph_def(made, name="")
    handles, values_read = graph.get_operation_by_name("handles"), graph.get_operation_by_name("read")
    gives = [tf.raw_ops.AssignVariableOp(resource=handles.outputs[0], value=tf.constant([1.0, 2.0])),
             tf.raw_ops.AssignVariableOp(resource=handles.outputs[1], value=tf.constant(7, tf.int64))]
    return [list(values_read.outputs), [gives[0]], list(values_read.outputs), [gives[1]], list(values_read.outputs)]
