"""Runs ops in TensorFlow and prints what goes in and what comes out, for tests/math.rs, nn.rs and training.rs.

usage: python golden_math.py math|nn|training > ../data/golden_<family>.txt

Each case is run in a session with optimisation off and inputs of unknown shape, so that the kernels answer and not the
shape functions. Variables (the first inputs of an update) are printed again as they are afterwards.
"""
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "0"
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_library, op_def_registry

v1 = tf.compat.v1
v1.disable_v2_behavior()
config = v1.ConfigProto()
config.graph_options.rewrite_options.disable_meta_optimizer = True
config.graph_options.optimizer_options.opt_level = -1

nan, inf = float("nan"), float("inf")
f32, f64, i32, i64 = np.float32, np.float64, np.int32, np.int64
f16, bf16 = np.float16, tf.bfloat16.as_numpy_dtype
rng = np.random.RandomState(7)


def A(values, dtype=f32):
    return np.array(values, dtype)


def R(*shape):
    return rng.randn(*shape).astype(f32)


def text(value):
    value = np.asarray(value)
    dtype = tf.as_dtype(value.dtype).name
    sizes = ",".join(map(str, value.shape))

    def one(x):
        if dtype == "string":
            return "s" + bytes(x).decode()
        if dtype.startswith("complex"):
            return f"{float(x.real)!r},{float(x.imag)!r}"
        if dtype == "bool":
            return str(int(x))
        return repr(float(x)) if dtype in ("float16", "bfloat16", "float32", "float64") else str(int(x))

    return f"{dtype} [{sizes}] " + " ".join(one(x) for x in value.ravel())


def attr_text(kind, value):
    if kind == "type":
        return tf.as_dtype(value.type).name
    if kind == "bool":
        return str(int(value.b))
    if kind == "int":
        return str(value.i)
    if kind == "float":
        return repr(value.f)
    if kind == "string":
        return value.s.decode()
    if kind == "list(string)":
        return ",".join(s.decode() for s in value.list.s)
    return None


def default_of(attr):
    value = attr.default_value
    kinds = {"type": "type", "bool": "b", "int": "i", "float": "f", "string": "s"}
    return list(value.list.s) if attr.type == "list(string)" else getattr(value, kinds[attr.type])


def case(op, *inputs, variables=0, **attrs):
    inputs = [np.asarray(x) for x in inputs]
    op_def = op_def_registry.get(op)
    with v1.Graph().as_default() as graph, v1.Session(config=config) as session:
        fed, handles, reads = {}, [], []
        for k, value in enumerate(inputs):
            dtype = tf.as_dtype(value.dtype)
            if k >= variables:
                handles.append(v1.placeholder(dtype))
                fed[handles[-1]] = value
            elif op_def.input_arg[k].is_ref:
                ref = tf.raw_ops.VariableV2(shape=tf.TensorShape(None), dtype=dtype, shared_name=f"v{k}")
                session.run(tf.raw_ops.Assign(ref=ref, value=tf.constant(value), validate_shape=False))
                handles.append(ref)
                reads.append(tf.identity(ref))
            else:
                handle = tf.raw_ops.VarHandleOp(dtype=dtype, shape=tf.TensorShape(None), shared_name=f"v{k}")
                session.run(tf.raw_ops.AssignVariableOp(resource=handle, value=tf.constant(value)))
                handles.append(handle)
                reads.append(tf.raw_ops.ReadVariableOp(resource=handle, dtype=dtype))
        arguments, rest = dict(attrs), list(handles)
        for arg in op_def.input_arg:
            if arg.number_attr:
                count = attrs.pop("count", len(rest))
                arguments.pop("count", None)
                arguments[arg.name], rest = rest[:count], rest[count:]
            else:
                arguments[arg.name] = rest.pop(0)
        inferred = {name for arg in op_def.input_arg for name in (arg.type_attr, arg.number_attr)}
        for attr in op_def.attr:
            if attr.HasField("default_value") and attr.name not in inferred:
                arguments.setdefault(attr.name, default_of(attr))
        out = op_def_library.apply_op(op, name="node", **arguments)
        node = graph.get_operation_by_name("node")
        print(f"case {op} {variables}")
        for attr in op_def.attr:
            shown = attr_text(attr.type, node.node_def.attr[attr.name])
            if shown is not None:
                print(f"attr {attr.name} {attr.type} {shown}")
        for value in inputs:
            print("in", text(value))
        try:
            if variables:
                session.run(node, fed)
                results = session.run(reads)
            else:
                results = session.run(list(out) if isinstance(out, (list, tuple)) else [out], fed)
            for result in results:
                print("out", text(result))
        except tf.errors.OpError as error:
            lines = str(error).split("\n")
            at = next(i for i, line in enumerate(lines) if "[[{{node node}}]]" in line)
            print("err", error.error_code, lines[at - 1])
        print("end")


def math():
    specials = A([nan, inf, -inf, 0.0, -0.0, 1.5, -2.5, 3e38, 1e-3])
    for op in ["Add", "AddV2", "Sub", "Mul", "RealDiv", "Maximum", "Minimum", "SquaredDifference", "Pow", "FloorMod",
               "Equal", "NotEqual", "Less", "LessEqual", "Greater", "GreaterEqual"]:
        case(op, R(2, 3), R(2, 3))
        case(op, R(2, 3), R(3))
        case(op, R(3), R(2, 3))
        case(op, R(2, 1, 3), R(4, 1))
        case(op, R(2, 3), f32(2))
        case(op, f32(2), R(2, 3))
        case(op, f32(2), f32(3))
        case(op, np.zeros([2, 0], f32), np.zeros([2, 1], f32))
        case(op, np.zeros([2, 3], f32), np.zeros([4], f32))
        case(op, np.zeros([0], f32), np.zeros([3], f32))
        case(op, specials.reshape(9, 1), specials)
        case(op, R(5).astype(f64), R(5).astype(f64))
        case(op, R(5).astype(f16), R(5).astype(f16))
        case(op, R(5).astype(bf16), R(5).astype(bf16))
        if op != "RealDiv":
            case(op, A([7, -7, 2**31 - 1, -2**31], i32), A([2, 3, 5, 7], i32))
            case(op, A([7, -7, 2**62, -2**63], i64), A([2, 3, 5, 7], i64))
        if op not in ("RealDiv", "SquaredDifference"):
            case(op, A([7, -7, 127, -128], np.int8), A([2, 3, 5, 7], np.int8))
        if op not in ("RealDiv", "SquaredDifference", "Pow"):
            case(op, A([7, 200], np.uint8), A([100, 3], np.uint8))
        if op in ("Add", "AddV2", "Sub", "Mul", "RealDiv", "SquaredDifference", "Equal"):
            case(op, A([1 + 2j, 3 - 1j], np.complex64), A([1 + 2j, 2j], np.complex64))
    case("Add", A([b"a", b"b"], object), A([[b"x"], [b"y"]], object))
    case("Equal", A([b"a", b"b"], object), A(b"a", object))
    case("Equal", A([True, False], bool), A([True, True], bool))
    case("Equal", R(2, 3), R(4), incompatible_shape_error=False)
    case("NotEqual", R(2, 3), R(4), incompatible_shape_error=False)
    case("NotEqual", A([b"a", b"b"], object), A(b"a", object))
    case("NotEqual", A([True, False], bool), A([True, True], bool))
    for op in ["LogicalAnd", "LogicalOr"]:
        case(op, A([[True], [False]], bool), A([True, False], bool))
        case(op, A([True, False, True], bool), A([True, False], bool))
        case(op, np.zeros([0, 2], bool), A(True, bool))
    case("FloorMod", A([5, -5, 5, -5], i32), A([3, 3, -3, -3], i32))
    case("FloorMod", A([1], i32), A([0], i32))
    case("FloorMod", A([], i32), A([0], i32))
    case("FloorMod", A([-2**31], i32), A([-1], i32))
    case("FloorMod", A([[1, 2], [3, 4]], i64), A([1, 0], i64))
    case("Pow", A([2, 3, -2, 0], i32), A([31, 3, 3, 0], i32))
    case("Pow", A([2], i32), A([-1], i32))
    case("Pow", A([[2], [3]], i64), A([0, 1, 2, 40], i64))
    for op in ["Neg", "Log", "Reciprocal", "Square", "Sqrt", "Rsqrt", "Floor"]:
        case(op, specials)
        case(op, np.abs(R(3, 4)))
        case(op, f32(2.25))
        case(op, np.zeros([0, 2], f32))
        case(op, np.abs(R(4)).astype(f64))
        case(op, np.abs(R(4)).astype(f16))
        case(op, np.abs(R(4)).astype(bf16))
        if op != "Floor":
            case(op, A([1 + 2j, -3 + 0.5j], np.complex64))
    case("Neg", A([1, -2**31], i32))
    case("Square", A([3, 2**17], i32))
    case("LogicalNot", A([True, False], bool))
    for a, b, ta, tb in [((2, 3), (3, 4), 0, 0), ((3, 2), (3, 4), 1, 0), ((2, 3), (4, 3), 0, 1), ((3, 2), (4, 3), 1, 1),
                         ((1, 5), (5, 1), 0, 0), ((17, 33), (33, 9), 0, 0), ((33, 17), (9, 33), 1, 1),
                         ((2, 0), (0, 3), 0, 0), ((0, 2), (2, 3), 0, 0), ((2, 3), (4, 5), 0, 0), ((3,), (3, 4), 0, 0),
                         ((2, 3, 1), (2, 3, 1), 0, 0)]:
        case("MatMul", R(*a), R(*b), transpose_a=bool(ta), transpose_b=bool(tb))
    for dtype in [f64, f16, bf16, np.complex64]:
        case("MatMul", R(3, 5).astype(dtype), R(4, 5).astype(dtype), transpose_b=True)
    case("MatMul", A([[1, 2], [3, 2**30]], i32), A([[1, 4], [3, 4]], i32))
    case("MatMul", A([[1, 2], [3, 4]], i64), A([[1, 4], [3, 4]], i64), transpose_a=True)
    case("MatMul", A([[1, 2], [3, 4]], i32), A([[1, 4], [3, 4]], i32), transpose_b=True)
    case("MatMul", A([[nan, 1]]), A([[0], [0]]))
    for fused in (["BiasAdd"], ["BiasAdd", "Relu"], ["BiasAdd", "Relu6"], ["BiasAdd", "Elu"], ["BiasAdd", "LeakyRelu"],
                  ["BiasAdd", "Tanh"], ["BiasAdd", "Sigmoid"]):
        case("_FusedMatMul", R(2, 3) * 4, R(3, 4), R(4), count=1, fused_ops=fused)
    case("_FusedMatMul", R(3, 2), R(4, 3), R(4), count=1, fused_ops=["BiasAdd", "Relu"], transpose_a=True, transpose_b=True)
    case("_FusedMatMul", R(2, 3), R(4, 4), R(4), count=1, fused_ops=["BiasAdd"])
    for op in ["Sum", "Mean", "Prod", "Max", "Min"]:
        for shape, axes in [((2, 3), 0), ((2, 3), [1]), ((2, 3), [-1, 0]), ((2, 3, 4), [0, 2]), ((2, 3, 4), [1]),
                            ((2, 3), []), ((), []), ((2, 3, 4, 2), [0, 2]), ((2, 3, 4, 2), [1, 3]), ((2, 3), [[0], [1]]),
                            ((2, 0), [1]), ((2, 0), [0]), ((0,), [0]), ((1, 3, 1), [0, 2]), ((1, 3, 1), [1]),
                            ((2, 3), [2]), ((2, 3), [-3]), ((2, 3), [0, 0]), ((2, 3), [1, -1]), ((), 0), ((5, 70), [1]),
                            ((70, 5), [0]), ((300,), [0])]:
            case(op, R(*shape) if shape else f32(3), A(axes, i32))
        case(op, R(2, 3), A([0], i64), keep_dims=True)
        case(op, R(2, 3, 2), A([2, 0], i64), keep_dims=True)
        case(op, A([[1, nan, 3], [1, 2, inf]]), A([1], i32))
        case(op, A([inf, -inf]), A([0], i32))
        case(op, A([1, 2, -5, -3], i32), A(0, i32))
        case(op, A([-1, -2, 0], i64), A(0, i32))
        case(op, A([], i32), A(0, i32))
        case(op, A([2**31 - 1, 2**31 - 1], i32), A(0, i32))
        case(op, A([255, 255, 254], np.uint8), A(0, i32))
        case(op, A([100, -100, 100], np.int8), A(0, i32))
        case(op, R(9).astype(f64), A(0, i32))
        case(op, R(9).astype(f16), A(0, i32))
        case(op, R(9).astype(bf16), A(0, i32))
        if op in ("Sum", "Mean", "Prod"):
            case(op, A([1 + 2j, 3 - 1j], np.complex64), A(0, i32))
    for op in ["Any", "All"]:
        case(op, A([[True, False], [True, True], [False, False]], bool), A([1], i32))
        case(op, A([[True, False], [True, True]], bool), A([0], i32), keep_dims=True)
        case(op, A([], bool), A([0], i32))
    for values in [[1, nan, 3], [nan, 1, 3], [nan, nan], [3, 1, 3], [-inf, -inf], [inf, nan, inf]]:
        case("ArgMax", A(values), A(0, i32))
    case("ArgMax", R(3, 4), A(0, i32), output_type=tf.int32)
    case("ArgMax", R(3, 4), A(-1, i64))
    case("ArgMax", R(3, 4, 2), A(1, i32))
    case("ArgMax", A([[1, 5], [7, 2]], i32), A(0, i32))
    case("ArgMax", A([False, True], bool), A(0, i32))
    case("ArgMax", np.zeros([2, 0], f32), A(1, i32))
    case("ArgMax", np.zeros([0, 3], f32), A(1, i32))
    case("ArgMax", np.zeros([2, 3], f32), A(2, i32))
    case("ArgMax", f32(1), A(0, i32))
    case("ArgMax", R(2, 3), A([1], i32))
    wild = [nan, inf, -inf, -1.5, 1.5, 3e9, -3e9, 1e10, 1e19, 2e19, -1e19, 127.5, 0.0, -0.0]
    tame = [-1.5, 1.5, 100.25, -100.75, 127.0, 0.0, -0.0, 3.999]
    numbers = [tf.float32, tf.float64, tf.int32, tf.int64, tf.bool, tf.float16, tf.bfloat16, tf.int8, tf.int16, tf.uint8,
               tf.uint16, tf.uint32, tf.uint64, tf.complex64, tf.complex128]
    for target in numbers:
        for source in [f32, f64, f16, bf16]:
            case("Cast", np.abs(A(tame, source)), DstT=target)
            # TensorFlow's own answers for small types depend on whether its vector code or its scalar code ran.
            if target not in (tf.int8, tf.int16, tf.uint8, tf.uint16, tf.uint32):
                case("Cast", A(wild, f32).astype(source), DstT=target)
        case("Cast", A([0, 1, -1, 2**31 - 1, -2**31], i32), DstT=target)
        case("Cast", A([0, 1, -1, 2**63 - 1, -2**63], i64), DstT=target)
        case("Cast", A([0, 1, 200, 255], np.uint8), DstT=target)
        case("Cast", A([0, 2**64 - 1], np.uint64), DstT=target)
        case("Cast", A([True, False], bool), DstT=target)
        case("Cast", A([1 + 2j, 2j, 0], np.complex64), DstT=target)
        case("Cast", np.zeros([2, 0], f32), DstT=target)
    case("Cast", A([nan, inf, -1.5, 300, -300, 70000, 3e9]), DstT=tf.int8)
    case("Cast", A([nan, inf, -1.5, 300, -300, 70000, 3e9]), DstT=tf.uint16)
    case("Cast", A([1.00390625, 3.4e38, 1 + 2**-8 + 2**-16]), DstT=tf.bfloat16, Truncate=True)
    case("Cast", A([1.00390625, 3.4e38, 1 + 2**-8 + 2**-16]), DstT=tf.bfloat16)
    case("Cast", A([1 + 2**-11 + 2**-13, 70000, -2.3]), DstT=tf.float16, Truncate=True)
    case("Cast", A([1 + 2**-24 + 2**-26, -2.3], f64), DstT=tf.float32, Truncate=True)
    yes, two = A(True, bool), A([True, False], bool)
    case("Select", yes, R(2, 3), R(2, 3))
    case("Select", two, R(2, 3), R(2, 3))
    case("Select", A([[True, False, True], [False, False, True]], bool), R(2, 3), R(2, 3))
    case("Select", two, A([1, 2], i64), A([3, 4], i64))
    case("Select", two, A([b"a", b"b"], object), A([b"c", b"d"], object))
    case("Select", A([], bool), np.zeros([0, 3], f32), np.zeros([0, 3], f32))
    case("Select", A([True, False, True], bool), R(2, 3), R(2, 3))
    case("Select", yes, R(2, 3), R(3))
    case("Select", A([[True, False, True]], bool), R(2, 3), R(2, 3))
    case("Select", A([True], bool), f32(1), f32(2))
    case("SelectV2", A([[True], [False]], bool), R(3), f32(0))
    case("SelectV2", yes, R(2, 3), R(2, 3))
    case("SelectV2", yes, R(3), R(2, 1))
    case("SelectV2", two, R(2), R(2))
    case("SelectV2", A([[[True]], [[False]]], bool), R(3, 1), R(4))
    case("SelectV2", two, R(3), f32(0))
    case("SelectV2", yes, R(3), R(2))
    case("SelectV2", A([], bool), R(1), R(1))
    for start, limit, delta, dtype in [(0, 5, 1, i32), (5, 0, -2, i32), (0, 5, 0, i32), (5, 1, 1, i32), (1, 5, -1, i32),
                                       (5, 5, 1, i32), (-2**63, 2**63 - 1, 2**62, i64), (0, 1, 0.1, f32),
                                       (0, -1, -0.3, f32), (0, nan, 1, f32), (0, inf, 1, f32), (0, 1, 0.1, f64),
                                       (0, 1.0, 0.25, f16), (2**31 - 3, 2**31 - 1, 5, i32), (0, 1, 0, f32)]:
        case("Range", dtype(start), dtype(limit), dtype(delta))
    case("Range", A([0, 1], i32), i32(5), i32(1))
    case("Range", A([0], i32), i32(5), i32(2))
    case("AddN", R(3), R(3), R(3))
    case("AddN", R(3))
    case("AddN", A([1, nan]), A([1, 2]))
    case("AddN", A([1, 2**31 - 1], i32), A([1, 2], i32))
    case("AddN", R(2), R(3))
    case("L2Loss", R(3, 4))
    case("L2Loss", A([]))
    case("L2Loss", R(70).astype(f64))
    case("L2Loss", A([1, nan]))
    for x, y, adj_x, adj_y in [((2, 3, 4), (2, 4, 5), 0, 0), ((2, 4, 3), (2, 5, 4), 1, 1), ((3, 4), (2, 4, 5), 0, 0),
                               ((2, 1, 3, 4), (3, 4, 2), 0, 0), ((3, 4), (4, 2), 0, 0), ((2, 3, 0), (2, 0, 2), 0, 0),
                               ((0, 3, 4), (0, 4, 2), 0, 0), ((2, 3, 4), (3, 4, 5), 0, 0), ((2, 3, 4), (2, 3, 5), 0, 0),
                               ((4,), (4, 2), 0, 0), ((3, 4), (4,), 0, 0)]:
        case("BatchMatMulV2", R(*x), R(*y), adj_x=bool(adj_x), adj_y=bool(adj_y))
    for dtype in [f64, f16, bf16, i32, i64]:
        case("BatchMatMulV2", (4 * R(2, 3, 4)).astype(dtype), (4 * R(1, 5, 4)).astype(dtype), adj_y=True)
    for adj in [False, True]:
        case("BatchMatMulV2", (R(2, 3, 3) + 1j * R(2, 3, 3)).astype(np.complex64),
             (R(3, 3) + 1j * R(3, 3)).astype(np.complex64), adj_x=adj)


def nn():
    specials = A([nan, inf, -inf, 0.0, -0.0, 1.5, -2.5, 100, -100, 20, -20, 1e-3, -1e-5, 0.0004, 8, -8])
    for op in ["Relu", "Sigmoid", "Tanh"]:
        case(op, specials)
        case(op, R(3, 40) * 3)
        case(op, f32(0.5))
        case(op, np.zeros([0, 2], f32))
        for dtype in [f64, f16, bf16]:
            case(op, (R(9) * 3).astype(dtype))
    case("Relu", A([1, -1, 0], i32))
    case("Sigmoid", A([1 + 2j], np.complex64))
    case("Tanh", A([1 + 2j], np.complex64))
    for op in ["ReluGrad", "SigmoidGrad", "TanhGrad"]:
        case(op, R(3, 4), R(3, 4))
        case(op, A([1, 2, nan, 4, 5, nan, 7, 8]), A([nan, -1, -0.0, inf, 1, -1, nan, nan]))
        case(op, R(2), R(3))
        for dtype in [f64, f16, bf16]:
            case(op, R(5).astype(dtype), R(5).astype(dtype))
    case("ReluGrad", A([1, 2], i32), A([1, -1], i32))
    for op in ["Softmax", "LogSoftmax"]:
        case(op, R(3, 5))
        case(op, R(2, 2, 3))
        case(op, R(7))
        case(op, R(4, 30) * 10)
        case(op, A([[-inf, 1, inf], [nan, 1, 1], [-inf, -inf, -inf], [1000, 1000, -1000], [-inf, 0, 1]]))
        case(op, np.zeros([2, 0], f32))
        case(op, np.zeros([0, 2], f32))
        case(op, f32(1))
        for dtype in [f64, f16, bf16]:
            case(op, R(2, 5).astype(dtype))
    op = "SoftmaxCrossEntropyWithLogits"
    labels = np.abs(R(3, 4))
    labels /= labels.sum(1, keepdims=True)
    case(op, R(3, 4), labels)
    case(op, R(3, 4) * 50, labels)
    case(op, R(3, 4), labels[:1])
    case(op, R(1, 4), labels)
    case(op, R(3, 4), A([[1]]))
    case(op, R(3, 4), labels[0])
    case(op, R(3, 4), A([[0, 1]]))
    case(op, R(4), labels[0])
    case(op, np.zeros([2, 0], f32), np.zeros([2, 0], f32))
    case(op, np.zeros([0, 3], f32), np.zeros([0, 3], f32))
    case(op, A([[-inf, 2, 3], [inf, 0, 0], [nan, 1, 2]]), A([[0, 0.5, 0.5], [1, 0, 0], [0, 1, 0]]))
    for dtype in [f64, f16, bf16]:
        case(op, R(3, 4).astype(dtype), labels.astype(dtype))
    op = "SparseSoftmaxCrossEntropyWithLogits"
    case(op, R(3, 4), A([0, 3, 1], i64))
    case(op, R(3, 4) * 50, A([0, 3, 1], i32))
    case(op, A([[nan, 2, 3], [-inf, 2, 3], [-inf, 2, 3]]), A([1, 0, 1], i64))
    case(op, R(1, 3), A([5], i64))
    case(op, R(2, 3), A([-1, 1], i32))
    case(op, R(2, 3), A([1], i64))
    case(op, R(3), A([1], i64))
    case(op, np.zeros([2, 0], f32), A([1, 1], i64))
    case(op, R(1, 3), A([[1]], i64))
    case(op, np.zeros([0, 3], f32), A([], i64))
    for dtype in [f64, f16, bf16]:
        case(op, R(3, 4).astype(dtype), A([0, 3, 1], i64))
    case("BiasAdd", R(2, 3), R(3))
    case("BiasAdd", R(2, 3, 4, 5), R(5))
    case("BiasAdd", R(2, 3, 4), R(3), data_format="NCHW")
    case("BiasAdd", R(2, 3, 2, 2), R(3), data_format="NCHW")
    case("BiasAdd", R(2, 3), R(3), data_format="NCHW")
    case("BiasAdd", A([[1, 2]], i32), A([3, 4], i32))
    case("BiasAdd", R(2, 0), R(0))
    case("BiasAdd", R(2, 3), R(2))
    case("BiasAdd", R(3), R(3))
    case("BiasAdd", R(2, 3), R(1, 3))
    case("BiasAdd", R(1, 2, 2), R(3), data_format="NCHW")
    case("BiasAddGrad", R(70, 3))
    case("BiasAddGrad", R(2, 3, 4, 5))
    case("BiasAddGrad", R(2, 3, 4), data_format="NCHW")
    case("BiasAddGrad", R(2, 3, 4, 2), data_format="NCHW")
    case("BiasAddGrad", R(2, 3), data_format="NCHW")
    case("BiasAddGrad", R(0, 3))
    case("BiasAddGrad", R(3, 0))
    case("BiasAddGrad", R(3))
    case("BiasAddGrad", R(4, 3).astype(bf16))


def training():
    def P(*shape):
        return np.abs(R(*shape)) + f32(0.1)

    for op in ["AssignAdd", "AssignSub", "AssignAddVariableOp", "AssignSubVariableOp"]:
        case(op, R(2, 3), R(2, 3), variables=1)
        case(op, A([1, 2**31 - 1], i32), A([1, 2], i32), variables=1)
        case(op, i64(5), i64(1), variables=1)
        case(op, R(2, 3), R(3), variables=1)
        case(op, R(2, 3), f32(1), variables=1)
        case(op, R(0, 3), R(0, 3), variables=1)
    for prefix in ["", "Resource"]:
        op = prefix + "ApplyGradientDescent"
        for dtype in [f32, f64, f16, bf16]:
            case(op, R(2, 3).astype(dtype), dtype(0.1), R(2, 3).astype(dtype), variables=1)
        case(op, R(2, 3), f32(0.1), R(3), variables=1)
        case(op, R(2, 3), A([0.1]), R(2, 3), variables=1)
        op = prefix + "ApplyAdagrad"
        for dtype in [f32, f64]:
            case(op, R(2, 3).astype(dtype), P(2, 3).astype(dtype), dtype(0.1), R(2, 3).astype(dtype), variables=2)
        case(op, R(2, 3), P(2, 3), f32(0.1), R(2, 3), variables=2, update_slots=False)
        case(op, R(2, 3), P(3), f32(0.1), R(2, 3), variables=2)
        case(op, R(2, 3), P(2, 3), A([0.1]), R(2, 3), variables=2)
        case(op, R(2, 3), P(2, 3), f32(0.1), R(3), variables=2)
        op = prefix + "ApplyMomentum"
        for nesterov in [False, True]:
            for dtype in [f32, f64]:
                case(op, R(2, 3).astype(dtype), R(2, 3).astype(dtype), dtype(0.1), R(2, 3).astype(dtype), dtype(0.9),
                     variables=2, use_nesterov=nesterov)
        case(op, R(2, 3), R(3), f32(0.1), R(2, 3), f32(0.9), variables=2)
        case(op, R(2, 3), R(2, 3), f32(0.1), R(3), f32(0.9), variables=2)
        case(op, R(2, 3), R(2, 3), A([0.1]), R(2, 3), f32(0.9), variables=2)
        case(op, R(2, 3), R(2, 3), f32(0.1), R(2, 3), A([0.9]), variables=2)
        op = prefix + "ApplyRMSProp"
        ordinary = [R(2, 3), P(2, 3), R(2, 3), f32(0.1), f32(0.9), f32(0.5), f32(1e-6), R(2, 3)]
        case(op, *ordinary, variables=3)
        case(op, *[x.astype(f64) for x in ordinary], variables=3)
        for k, wrong in [(1, P(3)), (2, R(3)), (4, A([1])), (5, A([1])), (6, A([1])), (7, R(3))]:
            case(op, *[wrong if i == k else x for i, x in enumerate(ordinary)], variables=3)
        op = prefix + "ApplyAdam"
        ordinary = [R(2, 3), R(2, 3), P(2, 3), f32(0.81), f32(0.99), f32(0.1), f32(0.9), f32(0.99), f32(1e-6), R(2, 3)]
        for nesterov in [False, True]:
            case(op, *ordinary, variables=3, use_nesterov=nesterov)
            case(op, *[x.astype(f64) for x in ordinary], variables=3, use_nesterov=nesterov)
        for k, wrong in [(1, R(3)), (2, P(3)), (3, A([1])), (4, A([1])), (6, A([1])), (7, A([1])), (8, A([1])), (9, R(3))]:
            case(op, *[wrong if i == k else x for i, x in enumerate(ordinary)], variables=3)


{"math": math, "nn": nn, "training": training}[sys.argv[1]]()
