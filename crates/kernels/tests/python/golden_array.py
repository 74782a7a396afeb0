"""Prints golden cases for the array, string and summary kernels, as real TensorFlow answers them.

usage: for f in array string summary; do python golden_array.py $f > ../data/golden_$f.txt; done

A case is a line `case OP attr...`, its inputs (`in`), and what TensorFlow says: `out` for each output or `error CODE text`,
`shape` for what shape inference knows when the inputs are constants and `partial` when only their shapes are known (`!` where
inference refuses). A value is `dtype [sizes] elements...`; strings are written in hex.
"""
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf
from tensorflow.core.framework import attr_value_pb2, graph_pb2

tf1 = tf.compat.v1
CONFIG = tf1.ConfigProto()
CONFIG.graph_options.rewrite_options.disable_meta_optimizer = True
CONFIG.graph_options.optimizer_options.opt_level = -1

T = {
    "float": tf.float32, "double": tf.float64, "int32": tf.int32, "int64": tf.int64, "int16": tf.int16, "int8": tf.int8,
    "uint8": tf.uint8, "bool": tf.bool, "string": tf.string, "half": tf.float16, "bfloat16": tf.bfloat16,
    "complex64": tf.complex64, "complex128": tf.complex128, "uint16": tf.uint16, "uint32": tf.uint32, "uint64": tf.uint64,
}
NAME = {v: k for k, v in T.items()}


def value(dtype, array):
    """A typed array."""
    return dtype, np.array(array, dtype=object if dtype == "string" else T[dtype].as_numpy_dtype)


def number(x):
    x = float(x)
    short = x.is_integer() and abs(x) < 1e15 and not (x == 0 and np.signbit(x))
    return str(int(x)) if short else repr(x)


def show(dtype, array):
    # As objects, since numpy's own strings lose the zeros at their ends.
    array = np.asarray(array, dtype=object if dtype == "string" else None)
    items = array.reshape(-1).tolist() if dtype != "bfloat16" else [float(x) for x in array.reshape(-1)]
    if dtype == "string":
        items = ["x" + (i if isinstance(i, bytes) else i.encode()).hex() for i in items]
    elif dtype.startswith("complex"):
        items = [number(i.real) + "," + number(i.imag) for i in items]
    elif dtype in ("float", "double", "half", "bfloat16"):
        items = [number(i) for i in items]
    else:
        items = [str(int(i)) for i in items]
    return " ".join([dtype, "[" + ",".join(map(str, array.shape)) + "]"] + items)


def attr(spec):
    """`T:type=float` as a proto."""
    name, rest = spec.split(":", 1)
    kind, text = rest.split("=", 1)
    a = attr_value_pb2.AttrValue()
    if kind == "type":
        a.type = T[text].as_datatype_enum
    elif kind == "int":
        a.i = int(text)
    elif kind == "bool":
        a.b = text == "true"
    elif kind == "string":
        a.s = bytes.fromhex(text)
    elif kind == "ints":
        a.list.SetInParent()
        a.list.i.extend(int(t) for t in text.split(",") if t)
    elif kind == "shape":
        if text == "unknown":
            a.shape.unknown_rank = True
        else:
            a.shape.SetInParent()
            for t in text.split(","):
                if t:
                    a.shape.dim.add().size = -1 if t == "?" else int(t)
    return name, a


def graph(op, attrs, inputs, mode):
    """The case as a graph: inputs fed (`fed`), constant (`const`) or known by shape only (`partial`)."""
    g = tf.Graph()
    with g.as_default():
        names = []
        for i, (dtype, array) in enumerate(inputs):
            if mode == "const":
                t = tf1.constant(array, dtype=T[dtype], shape=array.shape, name=f"in{i}")
            else:
                t = tf1.placeholder(T[dtype], shape=array.shape if mode == "partial" else None, name=f"in{i}")
            names.append(t.op.name)
        d = g.as_graph_def()
        n = d.node.add(name="node", op=op, input=names)
        for spec in attrs:
            k, a = attr(spec)
            n.attr[k].CopyFrom(a)
    g2 = tf.Graph()
    with g2.as_default():
        tf1.import_graph_def(d, name="")
    return g2


def dims(shape):
    return "unknown" if shape.rank is None else "[" + ",".join("?" if s is None else str(s) for s in shape.as_list()) + "]"


def inferred(op, attrs, inputs, mode):
    try:
        g = graph(op, attrs, inputs, mode)
        return " ".join(dims(o.shape) for o in g.get_operation_by_name("node").outputs)
    except (ValueError, tf.errors.OpError):
        return "!"


def case(op, attrs, *inputs, shapes=True):
    print("case", op, *attrs)
    for i in inputs:
        print("in", show(*i))
    try:
        g = graph(op, attrs, inputs, "fed")
        node = g.get_operation_by_name("node")
        with tf1.Session(graph=g, config=CONFIG) as s:
            feed = {f"in{i}:0": a for i, (_, a) in enumerate(inputs)}
            outs = s.run(list(node.outputs), feed)
        for o, v in zip(node.outputs, outs):
            print("out", show(NAME[o.dtype], v))
    except tf.errors.OpError as e:
        # Python wraps the text in where the node was made; the line before the node's mark is the kernel's own.
        text = e.message.split("\n\t [[")[0].split("\n")[-1]
        print("error", e.error_code, text)
    except ValueError as e:
        print("error", 3, "-", str(e).split("\n")[0])
    if shapes:
        print("shape", inferred(op, attrs, inputs, "const"))
        print("partial", inferred(op, attrs, inputs, "partial"))


def i32(x):
    return value("int32", x)


def i64(x):
    return value("int64", x)


def f(x):
    return value("float", x)


def count(*sizes, dtype="float"):
    return value(dtype, np.arange(int(np.prod(sizes))).reshape(sizes))


def words(*sizes):
    n = int(np.prod(sizes))
    return "string", np.array([f"w{i}".encode() for i in range(n)], dtype=object).reshape(sizes)


def shape_cases():
    for x in [count(2, 3), count(), count(0, 4), words(3), count(2, dtype="complex64")]:
        t = f"T:type={x[0]}"
        case("Identity", [t], x)
        case("Shape", [t], x)
        case("Shape", [t, "out_type:type=int64"], x)
        case("Size", [t, "out_type:type=int64"], x)
        case("Rank", [t], x)
        case("ZerosLike", [t], x)
        if x[0] != "string":
            case("OnesLike", [t], x)
    case("OnesLike", ["T:type=bool"], value("bool", [True, False]))
    case("OnesLike", ["T:type=half"], value("half", [3, 4]))
    case("OnesLike", ["T:type=string"], words(2))
    case("ShapeN", ["N:int=2", "T:type=float"], count(2, 3), count(4))
    case("Placeholder", ["dtype:type=float", "shape:shape=?,784"])
    case("Placeholder", ["dtype:type=int64", "shape:shape=unknown"])
    case("Placeholder", ["dtype:type=string", "shape:shape="])
    case("PlaceholderWithDefault", ["dtype:type=float", "shape:shape=?,3"], count(2, 3))


def reshape_cases():
    t = ["T:type=float", "Tshape:type=int32"]
    for to in [[3, 2], [-1], [2, -1, 1], [6, 1], [-1, -1], [4, -1], [7], [-2, 3], [0, -1], [[2, 3]], 6, [1 << 30, 1 << 30], [1] * 255]:
        case("Reshape", t, count(2, 3), i32(to))
    for to in [[0, -1], [-1, 0], [-1], [5, 0], [0, 2, -1]]:
        case("Reshape", t, count(0, 3), i32(to))
    case("Reshape", t, count(), i32([]))
    case("Reshape", ["T:type=string", "Tshape:type=int64"], words(4), i64([2, 2]))
    case("Reshape", ["T:type=float", "Tshape:type=int64"], count(4), i64([1 << 62, 1 << 62]))
    for dim in [0, 1, 2, -1, -3, 3, -4, [0], [0, 1]]:
        case("ExpandDims", ["T:type=float", "Tdim:type=int32"], count(2, 3), i32(dim))
    case("ExpandDims", ["T:type=bool", "Tdim:type=int32"], value("bool", True), i32(0))
    case("ExpandDims", ["T:type=float", "Tdim:type=int64"], count(2), i64(1 << 40))
    for dims_ in ["", "0", "-2", "1", "0,2", "0,0", "4", "-5"]:
        case("Squeeze", ["T:type=float", f"squeeze_dims:ints={dims_}"], count(1, 3, 1, 2))
    case("Squeeze", ["T:type=float", "squeeze_dims:ints="], count())
    case("Squeeze", ["T:type=string", "squeeze_dims:ints="], words(1, 1, 2))


def slice_cases():
    t = ["T:type=float", "Index:type=int32"]
    x = count(3, 4, 5)
    for b, s in [
        ([0, 0, 0], [3, 4, 5]), ([1, 1, 1], [1, 2, 3]), ([1, 0, 0], [-1, -1, -1]), ([2, 3, 4], [1, 1, 1]), ([3, 0, 0], [0, 4, 5]),
        ([1, 0, 0], [1, 4, 5]), ([0, 1, 2], [3, 2, 1]), ([-1, 0, 0], [1, 1, 1]), ([0, 0, 0], [4, 4, 5]), ([0, 0], [1, 1]),
        ([0, 0, 0], [-2, 1, 1]), ([4, 0, 0], [-1, 1, 1]), ([[0, 0, 0]], [[1, 1, 1]]), ([0, 0, 0], [1, 1]), ([2**31 - 1, 0, 0], [2**31 - 1, 1, 1]),
    ]:
        case("Slice", t, x, i32(b), i32(s))
    case("Slice", ["T:type=string", "Index:type=int64"], words(2, 3), i64([0, 1]), i64([2, -1]))
    case("Slice", ["T:type=complex128", "Index:type=int64"], count(2, 3, dtype="complex128"), i64([0, 1]), i64([2, 1]))
    case("Slice", t, count(), i32([]), i32([]))
    case("Slice", t, count(0, 3), i32([0, 1]), i32([0, 1]))


def strided_slice_cases():
    def ss(x, b, e, s, bm=0, em=0, el=0, na=0, sh=0, index="int32"):
        case(
            "StridedSlice",
            [f"T:type={x[0]}", f"Index:type={index}", f"begin_mask:int={bm}", f"end_mask:int={em}", f"ellipsis_mask:int={el}",
             f"new_axis_mask:int={na}", f"shrink_axis_mask:int={sh}"],
            x, value(index, b), value(index, e), value(index, s))

    x = count(3, 4, 5)
    ss(x, [0], [2], [1])
    ss(x, [1, 1, 1], [3, 3, 3], [1, 1, 1])
    ss(x, [1, 1, 1], [3, 4, 5], [1, 2, 3])
    ss(x, [-1, -1, -1], [-4, -5, -6], [-1, -2, -3])
    ss(x, [0, 0, 0], [0, 0, 0], [-1, -1, -1], bm=7, em=7)
    ss(x, [0, 0, 0], [0, 0, 0], [2, 2, 2], bm=7, em=7)
    ss(x, [1], [0], [1], sh=1)
    ss(x, [-1, 0, 2], [0, 0, 3], [1, 1, 1], el=2, sh=5)
    ss(x, [0, 0, 1], [0, 0, 3], [1, 1, 1], na=1, el=2)
    ss(x, [0, 0, 0, 0], [1, 0, 0, 3], [1, 1, 1, 1], el=2, na=4)
    ss(x, [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], bm=15, em=15, na=8)
    ss(x, [0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 1, 1])
    ss(x, [0, 0], [1, 1], [1, 1], el=3)
    ss(x, [0], [1], [0])
    ss(x, [3], [4], [1], sh=1)
    ss(x, [-4], [4], [1], sh=1)
    ss(x, [0], [1], [-1], sh=1)
    ss(x, [0], [1], [2], sh=1)
    ss(x, [2], [1], [1])
    ss(x, [100], [200], [1])
    ss(x, [-100], [200], [1])
    ss(x, [0, 1], [1], [1])
    ss(x, [[0]], [[1]], [[1]])
    ss(x, [], [], [])
    ss(x, [0] * 32, [1] * 32, [1] * 32)
    ss(x, [0] * 31, [1] * 31, [1] * 31, na=(1 << 31) - 1)
    ss(x, [-(2**63), 0], [2**63 - 1, 1], [2**63 - 1, 1], index="int64")
    ss(x, [2**63 - 1], [-(2**63)], [-(2**63)], index="int64")
    ss(x, [0], [0], [-(2**31)], bm=1, em=1)
    ss(words(2, 3), [0, 2], [2, 0], [1, -1])
    ss(count(0, 3), [0], [1], [1])
    ss(count(0, 3), [0], [1], [1], sh=1)
    ss(count(), [], [], [])
    ss(count(), [0], [1], [1])
    ss(count(), [0], [1], [1], na=1)
    ss(count(6, dtype="int16"), [1], [6], [2], index="int16")
    ss(x, [0, 0], [0, 0], [1, 1], na=1, sh=1)
    ss(x, [0, 0], [0, 0], [1, 1], el=1, sh=1)


def join_cases():
    def concat(axis, *xs, idx="int32"):
        case("ConcatV2", [f"N:int={len(xs)}", f"T:type={xs[0][0]}", f"Tidx:type={idx}"], *xs, value(idx, axis))

    concat(0, count(2, 3), count(1, 3))
    concat(1, count(2, 3), count(2, 1), count(2, 0))
    concat(-1, count(2, 3), count(2, 1), idx="int64")
    concat(0, count(2, 3), count(1, 4))
    concat(2, count(2, 3), count(1, 3))
    concat(-3, count(2, 3), count(1, 3))
    concat([0], count(2, 3), count(1, 3))
    concat([0, 1], count(2, 3), count(1, 3))
    concat(0, count(), count())
    concat(0, count(2), count(2, 1))
    concat(0, count(0), count(2))
    concat(1, words(2, 2), words(2, 1))
    concat(1, count(2, 2, 2, dtype="half"), count(2, 1, 2, dtype="half"))
    case("ConcatOffset", ["N:int=3"], i32(1), i32([2, 3, 5]), i32([2, 4, 5]), i32([2, 1, 5]))
    case("ConcatOffset", ["N:int=2"], i32(-1), i32([2, 3]), i32([2, 4]))
    case("ConcatOffset", ["N:int=2"], i32(2), i32([2, 3]), i32([2, 4]))
    case("ConcatOffset", ["N:int=2"], i32(0), i32([2, 3]), i32([2, 4]))
    case("ConcatOffset", ["N:int=2"], i32(0), i32([2, 3]), i32([2]))
    case("ConcatOffset", ["N:int=2"], i32([0]), i32([2, 3]), i32([2, 3]))

    def pack(axis, *xs):
        case("Pack", [f"N:int={len(xs)}", f"T:type={xs[0][0]}", f"axis:int={axis}"], *xs)

    pack(0, count(2, 3), count(2, 3))
    pack(1, count(2, 3), count(2, 3))
    pack(-1, count(2, 3), count(2, 3))
    pack(3, count(2, 3), count(2, 3))
    pack(-4, count(2, 3), count(2, 3))
    pack(0, count(2, 3), count(2, 4))
    pack(0, count(2, 3), count(6))
    pack(0, count())
    pack(0, words(), words())
    pack(1, count(2, 0), count(2, 0))
    for num, axis in [(2, 0), (3, 1), (3, -1), (2, 1), (2, 2), (2, -3)]:
        case("Unpack", [f"num:int={num}", "T:type=float", f"axis:int={axis}"], count(2, 3))
    case("Unpack", ["num:int=2", "T:type=string", "axis:int=0"], words(2))
    case("Unpack", ["num:int=1", "T:type=float", "axis:int=0"], count())
    case("Unpack", ["num:int=0", "T:type=float", "axis:int=0"], count(0, 2))
    for axis, n in [(0, 2), (1, 3), (-1, 3), (1, 1), (1, 4), (3, 1), (-4, 1), ([0], 2), ([0, 1], 2)]:
        case("Split", [f"num_split:int={n}", "T:type=float"], i32(axis), count(2, 3, 2))
    case("Split", ["num_split:int=2", "T:type=string"], i32(0), words(4))
    case("Split", ["num_split:int=1", "T:type=float"], i32(0), count())
    case("Split", ["num_split:int=2", "T:type=float"], i32(0), count(0, 3))
    for sizes, axis in [([1, 2], 1), ([-1, 2], 1), ([2, 2], 1), ([-1, -1], 1), ([0, 3], 1), ([-1, 4], 1), ([1, 2], 5), ([[1, 2]], 1), ([3, 0], -1)]:
        # Inference aborts the whole process on sizes that are no vector.
        case("SplitV", ["num_split:int=2", "T:type=float", "Tlen:type=int32"], count(2, 3), i32(sizes), i32(axis), shapes=np.ndim(sizes) == 1)


def repeat_cases():
    t = ["T:type=float", "Tmultiples:type=int32"]
    for m in [[1, 1], [2, 3], [0, 2], [1, 3], [3, 1], [2], [-1, 1], [[1, 1]], [2**31 - 1, 2**31 - 1]]:
        case("Tile", t, count(2, 2), i32(m))
    case("Tile", t, count(), i32([]))
    case("Tile", ["T:type=string", "Tmultiples:type=int64"], words(2), i64([2]))
    t = ["T:type=float", "index_type:type=int32"]
    for d, v in [([2, 3], 7.5), ([], 1.0), ([0, 3], 1.0), ([-1], 1.0), ([2], [1.0]), ([2], [1.0, 2.0]), (3, 1.0), ([[2]], 1.0), ([2**31 - 1] * 3, 1.0)]:
        case("Fill", t, i32(d), f(v))
    case("Fill", ["T:type=string", "index_type:type=int64"], i64([2]), value("string", b"ab"))
    case("Fill", ["T:type=bool", "index_type:type=int64"], i64([2]), value("bool", True))
    case("Fill", ["T:type=complex64", "index_type:type=int64"], i64([2]), value("complex64", 1 + 2j))
    t = ["T:type=float", "Tidx:type=int32"]
    for x, to in [
        (count(2, 1), [2, 3]), (count(3), [2, 3]), (count(), [2, 2]), (count(2), [2, 3]), (count(2, 3), [3]), (count(1, 3), [0, 3]), (count(2, 3), [2, 3]),
        (count(1, 2, 1), [3, 2, 2]), (count(1), [-1]), (count(0, 1), [0, 4]), (count(2), [0, 2]), (count(3), 3), (count(2), [1]), (count(3, 1, 1), [2, 3, 4, 2]),
    ]:
        case("BroadcastTo", t, x, i32(to))
    case("BroadcastTo", ["T:type=string", "Tidx:type=int32"], words(2, 1), i32([2, 2]))
    for a, b in [([2, 3], [3]), ([2, 3], [2, 1]), ([], [2, 3]), ([1], [1]), ([2, 3], [2, 3]), ([5, 1, 4], [3, 1]), ([2], [3]), ([1, 1], [1]), ([[2]], [2]), ([0, 3], [1, 3])]:
        case("BroadcastGradientArgs", ["T:type=int32"], i32(np.array(a, np.int32)), i32(np.array(b, np.int32)))
    t = ["T:type=float", "Tpaddings:type=int32"]
    for p in [[[1, 2], [0, 1]], [[0, 0], [0, 0]], [[-1, 0], [0, 0]], [[1, 1]], [1, 1]]:
        case("Pad", t, count(2, 2), i32(p))
    case("PadV2", t, count(2, 2), i32([[1, 0], [0, 1]]), f(9.0))
    case("PadV2", t, count(2, 2), i32([[1, 0], [0, 1]]), f([9.0]))
    case("Pad", ["T:type=string", "Tpaddings:type=int64"], words(2), i64([[1, 0]]))
    case("Pad", t, count(), i32(np.zeros((0, 2))))


def index_cases():
    def gather(params, indices, axis, batch=0):
        case("GatherV2", [f"Tparams:type={params[0]}", f"Tindices:type={indices[0]}", "Taxis:type=int32", f"batch_dims:int={batch}"], params, indices, i32(axis))

    gather(count(3, 2), i32([2, 0]), 0)
    gather(count(3, 2), i32([[1, 0], [0, 1]]), 1)
    gather(count(3, 2), i32(1), 0)
    gather(count(3, 2), i32([]), 0)
    gather(count(3), i32([5]), 0)
    gather(count(3), i32([0, -1]), 0)
    gather(count(3, 2), i32([[0, 1], [2, 7]]), 1)
    gather(count(2, 3, 4), i32([[2, 0], [1, 1]]), 1, 1)
    gather(count(2, 3, 4), i32([[2, 0], [1, 1]]), 2, 1)
    gather(count(2, 3, 4), i32([[2, 0], [1, 3]]), 1, 1)
    gather(count(2, 3, 4), i32([[2, 0], [1, 1], [0, 0]]), 1, 1)
    gather(count(2, 3, 4), i32([[2, 0], [1, 1]]), -1, -1)
    gather(count(2, 3, 4), i32([[2, 0], [1, 1]]), 0, 1)
    gather(count(2, 3, 4), i32([0]), 1, 2)
    gather(count(2, 3), i32([[0], [1]]), 1, 3)
    gather(count(2, 3), i32([0]), 2)
    gather(count(2, 3), i32([0]), -3)
    gather(count(2, 3), i32([0]), [0])
    gather(count(), i32([0]), 0)
    gather(words(3), i64([2, 2, 0]), 0)
    gather(count(3, 2, dtype="bool"), i64([2, 1]), 0)
    gather(count(0, 2), i32([]), 0)
    gather(count(0, 2), i32([0]), 0)
    gather(count(3, 0), i32([2]), 0)
    gather(count(2, 3, 2), i32([1]), 1)

    def stitch(*pairs, t="float"):
        case("DynamicStitch", [f"N:int={len(pairs)}", f"T:type={t}"], *[i32(np.array(i, np.int32)) for i, _ in pairs], *[d for _, d in pairs])

    stitch((0, count(2)), ([1], count(1, 2)), ([2, 3], count(2, 2)))
    stitch(([0, 2], f([1, 2])), ([1, 2], f([3, 4])))
    stitch(([], f([])))
    stitch(([0, -1], f([1, 2])))
    stitch(([0, 1], f([1])))
    stitch(([0], count(1, 2)), ([1], count(1, 3)))
    stitch(([1, 0], words(2)), t="string")
    stitch(([[0, 1]], count(1, 2)), ([2], count(1)))
    for x in [value("bool", [[True, False], [False, True]]), value("bool", True), value("bool", []), f([0, 1, np.nan, -2]), i32([[[0, 1]], [[2, 0]]]), value("complex64", [0, 1j])]:
        case("Where", [f"T:type={x[0]}"], x)
    t = ["T:type=float", "Tperm:type=int32"]
    for x, p in [
        (count(2, 3), [1, 0]), (count(2, 3), [0, 1]), (count(2, 3, 4), [2, 0, 1]), (count(2, 3, 4), [0, 2, 1]), (count(2, 3, 4), [1, 0, 2]), (count(2, 3), [0]), (count(2, 3), [0, 0]),
        (count(2, 3), [0, 2]), (count(2, 3), [-1, 0]), (count(), []), (count(0, 3), [1, 0]), (count(2, 3), [[1, 0]]), (count(2, 1, 3, 2), [3, 1, 0, 2]), (count(2, 3), [0, -3]),
    ]:
        case("Transpose", t, x, i32(p))
    case("Transpose", ["T:type=string", "Tperm:type=int64"], words(2, 2), i64([1, 0]))
    for p in [[2, 0, 1], [], [0, 0], [3, 0, 1], [-1, 0], [[0]]]:
        case("InvertPermutation", ["T:type=int32"], i32(np.array(p, np.int32)))
    for x, axis in [(count(2, 3), [0]), (count(2, 3), [0, 1]), (count(2, 3), [-1]), (count(2, 3), []), (count(2, 3), [2]), (count(2, 3), [0, 0]), (count(2, 3), [[0]]), (count(), [])]:
        case("ReverseV2", ["T:type=float", "Tidx:type=int32"], x, i32(np.array(axis, np.int32)))
    t = ["T:type=float", "TI:type=int64"]
    for idx, depth, axis in [([0, 2, -1, 5], 3, -1), ([0, 2], 3, 0), ([[0, 1], [1, 2]], 3, 1), (1, 3, -1), ([0], -1, -1), ([0], 3, 2), ([0], 0, -1), ([0], [3], -1)]:
        case("OneHot", t + [f"axis:int={axis}"], i64(idx), i32(depth), f(1), f(0))
    case("OneHot", ["T:type=string", "TI:type=int32", "axis:int=-1"], i32([1, 0]), i32(2), value("string", b"on"), value("string", b"off"))
    case("OneHot", ["T:type=float", "TI:type=int32", "axis:int=-1"], i32([1, 0]), i32(2), f([1]), f(0))


def string_cases():
    s = lambda x: value("string", x)
    def join(sep, *xs):
        case("StringJoin", [f"N:int={len(xs)}", f"separator:string={sep.hex()}"], *xs)
    join(b"", s(b"a"), s(b"b"))
    join(b"/", s([b"a", b"b"]), s(b"x"))
    join(b"-", s([b"a", b"b"]), s([b"x", b"\xff"]))
    join(b"", s([b"a", b"b"]), s([b"x"]))
    join(b"", s(np.array([], object)), s(b"x"))
    join(b",", s(b"a"))
    for p, x in [(b"a.*b", [b"aXb", b"ab", b"aXbc", b"xab"]), (b"", [b"", b"a"]), (b"a|ab", [b"ab", b"a", b"b"]), (b"a.b", [b"a\nb", b"a\xc3\xa9b"]), (b"(?i)abc$", [b"ABC", b"abcd"]), (b"(", [b"a"]), (b"^s3://.*", [b"s3://x", b"gs://x"])]:
        case("StaticRegexFullMatch", [f"pattern:string={p.hex()}"], s(x))
    case("StaticRegexFullMatch", ["pattern:string=" + b"a+".hex()], s(b"aaa"))
    for sh, n in [(0, 1), (3, 10), (-1, 5), (100000, 200000), ([1], 3)]:
        case("ShardedFilename", [], s(b"/tmp/m"), i32(sh), i32(n))


def summary_cases():
    s = lambda x: value("string", x)
    for tags, vals in [(s(b"loss"), f(1.5)), (s([b"a", b"b"]), f([1, -2])), (s([]), f([])), (s(b"x"), f(0)), (s(b"x"), value("double", 0.1)), (s(b"x"), i64(123456789012)), (s(b"x"), value("half", 0.1)),
                       (s(b"x"), value("bfloat16", 0.1)), (s([b"a"]), f(1)), (s(b"x"), f(float("nan"))), (s(b"x"), f(-0.0)), (s(b""), f(1))]:
        case("ScalarSummary", [f"T:type={vals[0]}"], tags, vals)
    def summary(*tags):
        p = tf1.Summary()
        for t in tags:
            p.value.add(tag=t, simple_value=1)
        return p.SerializeToString()
    def merge(*xs):
        case("MergeSummary", [f"N:int={len(xs)}"], *[s(x) for x in xs])
    merge(summary("a"), summary("b", "c"))
    merge(summary("a"), summary("a"))
    merge(summary("a", "a"))
    merge(b"", b"")
    merge(b"junk")
    merge([summary("a"), summary("b")], summary("c"))
    merge(summary("", ""))
    merge(b"\x0a\x09\x15\x00\x00\x80\x3f\x0a\x02hi", b"\x0a\x0b\x0a\x02yo\xfa\x3f\x01z\x15\x00\x00\x00\x00"[:13])
    for v in [f([1, 2, 3]), f([]), f(0), f([-1e30, 1e-20, 0.5]), i32([1, 1, 7]), f([float("nan")]), f([float("inf"), 1]), value("double", [1e300, -5])]:
        case("HistogramSummary", [f"T:type={v[0]}"], s(b"h"), v)
    case("HistogramSummary", ["T:type=float"], s([b"h"]), f([1]))


GROUPS = {
    "array": [shape_cases, reshape_cases, slice_cases, strided_slice_cases, join_cases, repeat_cases, index_cases],
    "string": [string_cases],
    "summary": [summary_cases],
}
for group in GROUPS[sys.argv[1]]:
    group()
