"""What the files of cases are made of, and how a case is run and judged.

A file `<family>/<op>.py` has up to three functions, each a generator:

    def cases():        # the op's answers: values, shapes, types, and the status code of what is refused
        yield case("MatMul", floats(2, 3), floats(3, 4), transpose_a=False)
        yield scenario("a queue is closed", steps)
    def gradients():    # the op's gradient, against tf.gradients and against finite differences
        yield gradient("MatMul", floats(2, 3), floats(3, 4))
    def bench():        # what `cargo xtask bench ops` measures
        yield case("MatMul", floats(100, 784), floats(784, 100))

A case is run in a graph whose inputs are placeholders of unknown shape, so that kernels answer and not the shape
functions, in TensorFlow's own session and in one on a Regatta server. Then its inputs are made constants, and what
Regatta's shape rules say of the node is compared with what TensorFlow's say.
"""
import contextlib
import dataclasses
import json
import os
import subprocess

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
os.environ.setdefault("TF_ENABLE_ONEDNN_OPTS", "0")
os.environ.setdefault("CUDA_VISIBLE_DEVICES", "")
import numpy as np
import tensorflow as tf
from tensorflow.python.framework import op_def_library, op_def_registry

v1 = tf.compat.v1
v1.disable_v2_behavior()

# Relative to a number, and relative to the largest of its tensor (between 1 and `MOST`): where numbers are added up that
# cancel each other, what was rounded away is as large as they were. Whole numbers, truths and strings must be the same.
MOST = 100.0
TOLERANCE = {
    "float64": (1e-11, 1e-12),
    "complex128": (1e-11, 1e-12),
    "float32": (2e-5, 1e-6),
    "complex64": (2e-5, 1e-6),
    "float16": (4e-3, 1e-3),
    "bfloat16": (3.2e-2, 8e-3),
}


def config(threads=0):
    """Nothing is optimised away: the node that is asked for is the node that runs."""
    made = v1.ConfigProto(intra_op_parallelism_threads=threads, inter_op_parallelism_threads=threads)
    made.graph_options.rewrite_options.disable_meta_optimizer = True
    made.graph_options.optimizer_options.opt_level = -1
    # A node whose type has no kernel fails its own case and not the graph's others.
    made.graph_options.place_pruned_graph = True
    made.operation_timeout_in_ms = 60_000
    return made


@dataclasses.dataclass
class Case:
    op: str
    inputs: list
    variables: int
    attrs: dict
    counts: list
    differs: str
    rtol: float
    atol: float
    shapes: bool
    read: object = None

    def label(self):
        def brief(value):
            text = np.array2string(value, threshold=8, separator=",").replace("\n", "") if value.size <= 8 else ""
            return f"{tf.as_dtype(value.dtype).name}{list(value.shape)}{text}"

        attrs = "".join(f" {name}={value}" for name, value in self.attrs.items())
        return f"{self.op}({', '.join(brief(x) for x in self.inputs)}){attrs}"


def case(op, *inputs, variables=0, counts=None, differs=None, rtol=None, atol=None, shapes=True, read=None, **attrs):
    """One node. `variables`: that many first inputs are variables, whose values afterwards are the answer too. `counts`:
    how many values each input stands for that stands for several (if there is only one such input, all that is left).
    `differs`: why the answer is not TensorFlow's, on purpose. `shapes=False`: do not compare what shape rules say.
    `read`: from the list of outputs, what of them is compared (the pixels of a file, say)."""
    inputs = [np.asarray(x) for x in inputs]
    return Case(op, inputs, variables, attrs, list(counts or []), differs, rtol, atol, shapes, read)


@dataclasses.dataclass
class Scenario:
    name: str
    build: object
    differs: str
    rtol: float
    atol: float

    def label(self):
        return self.name


def scenario(name, build, differs=None, rtol=None, atol=None):
    """Several steps on one session. `build()` makes a graph with TensorFlow's API and answers the steps: a list of fetches,
    or (fetches, feeds). Each step's values or status code are compared; fetched operations give nothing."""
    return Scenario(name, build, differs, rtol, atol)


# Clients wait for variables to get a value, which they tell by this one code.
UNINITIALIZED = "a variable without a value is FAILED_PRECONDITION, whoever asks; TensorFlow has several codes for it"


@dataclasses.dataclass
class Gradient:
    op: str
    inputs: list
    wrt: list
    attrs: dict
    counts: list
    outputs: list
    numeric: bool
    rtol: float
    build: object = None
    variable: bool = False

    def label(self):
        return "gradient of " + Case(self.op, self.inputs, 0, self.attrs, [], None, None, None, True).label()


def gradient(op, *inputs, wrt=None, counts=None, outputs=None, numeric=True, rtol=1e-6, **attrs):
    """The gradient of a node by those of its inputs (`wrt`, else all floating-point ones), of its `outputs` (else all of
    floating-point type). `numeric=False`: no finite differences, for an op that is not smooth at these inputs."""
    inputs = [np.asarray(x) for x in inputs]
    if wrt is None:
        wrt = [k for k, x in enumerate(inputs) if x.dtype.kind == "f"]
    return Gradient(op, inputs, wrt, attrs, list(counts or []), outputs, numeric, rtol)


def chain(name, build, *inputs, numeric=True, rtol=1e-6):
    """As `gradient`, of several nodes: `build` makes them of the inputs and answers the outputs."""
    made = gradient(name, *inputs, numeric=numeric, rtol=rtol)
    made.build = build
    return made


def variable_gradient(op, value, *inputs, **attrs):
    """The gradient of a node by the variable whose handle it takes first, here with one output."""
    return Gradient(op, [np.asarray(value), *map(np.asarray, inputs)], [0], attrs, [], None, False, 1e-6, variable=True)


# --- inputs ----------------------------------------------------------------------------------------------------------

rng = np.random.RandomState(7)
bf16 = tf.bfloat16.as_numpy_dtype
nan, inf = float("nan"), float("inf")
# NaN, infinities, zeros of both signs, the largest and the smallest, denormals.
NASTY = np.array([nan, inf, -inf, 0.0, -0.0, 1.0, -1.0, 0.5, -2.5, 3.0e38, -3.0e38, 1e-38, 1e-42, -1e-42, 88.8, -104.0])
FLOATS = [np.float32, np.float64, np.float16, bf16]
INTS = [np.int32, np.int64, np.uint8, np.int8, np.int16, np.uint16, np.uint32, np.uint64]


def floats(*shape, dtype=np.float32, low=None, high=None):
    """Normal numbers, or evenly spread ones between two."""
    values = rng.randn(*shape) if low is None else rng.uniform(low, high, shape)
    return np.asarray(values).astype(dtype)


def nasty(dtype=np.float32, *shape):
    with np.errstate(all="ignore"):
        values = NASTY.astype(dtype)
    return np.resize(values, shape) if shape else values


def ints(*shape, dtype=np.int32, low=-9, high=10):
    info = np.iinfo(dtype)
    return rng.randint(max(low, info.min), min(high, info.max), shape).astype(dtype)


def extreme_ints(dtype=np.int32):
    info = np.iinfo(dtype)
    return np.array([info.min, info.max, 0, 1, info.max // 2, info.min // 2, 7], dtype)


def bools(*shape):
    return rng.rand(*shape) > 0.5


def strings(*values):
    return np.array(values, object)


ANY = FLOATS + INTS + [np.bool_, np.complex64, np.complex128, np.object_]


def some(dtype, *shape):
    """Values of whatever type."""
    if dtype is np.object_:
        return np.array([bytes(f"s{x % 5}", "ascii") for x in range(int(np.prod(shape)))], object).reshape(shape)
    if dtype is np.bool_:
        return np.asarray(bools(*shape))
    return np.asarray(ints(*shape, dtype=dtype) if dtype in INTS else floats(*shape, dtype=dtype))


# --- building --------------------------------------------------------------------------------------------------------


def default_of(attr):
    value = attr.default_value
    field = {"type": "type", "bool": "b", "int": "i", "float": "f", "string": "s", "shape": "shape", "tensor": "tensor"}
    if attr.type.startswith("list("):
        return list(getattr(value.list, field[attr.type[5:-1]]))
    return getattr(value, field[attr.type])


def apply_op(op, tensors, attrs, counts, name):
    """Adds a node with its inputs given in order."""
    op_def = op_def_registry.get(op)
    arguments, rest, counts = dict(attrs), list(tensors), list(counts)
    several = [arg for arg in op_def.input_arg if arg.number_attr or arg.type_list_attr]
    for k, arg in enumerate(op_def.input_arg):
        if arg in several:
            after = len(op_def.input_arg) - k - 1
            count = counts.pop(0) if counts else len(rest) - after
            arguments[arg.name], rest = rest[:count], rest[count:]
        else:
            arguments[arg.name] = rest.pop(0)
    inferred = {n for arg in op_def.input_arg for n in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
    for attr in op_def.attr:
        if attr.HasField("default_value") and attr.name not in inferred:
            arguments.setdefault(attr.name, default_of(attr))
    out = op_def_library.apply_op(op, name=name, **arguments)
    if isinstance(out, (list, tuple)):
        flat = []
        for part in out:
            flat.extend(part if isinstance(part, (list, tuple)) else [part])
        return flat
    return [] if isinstance(out, tf.Operation) else [out]


class Prepared:
    """A case as a part of a graph: what to run before it, it, and what to read after it."""

    def __init__(self, case, number):
        self.case = case
        self.feeds, self.before, handles, after = {}, [], [], []
        op_def = op_def_registry.get(case.op)
        # Which argument each input belongs to, for those before the first that stands for several.
        for k, value in enumerate(case.inputs):
            dtype = tf.as_dtype(value.dtype)
            if k >= case.variables:
                handles.append(v1.placeholder(dtype, name=f"case{number}/in{k}"))
                self.feeds[handles[-1]] = value
            elif op_def.input_arg[k].is_ref:
                shared = f"case{number}_var{k}"
                ref = tf.raw_ops.VariableV2(shape=value.shape, dtype=dtype, shared_name=shared)
                self.before.append(tf.raw_ops.Assign(ref=ref, value=tf.constant(value)).op)
                handles.append(ref)
                after.append((ref, None))
            else:
                shared = f"case{number}_res{k}"
                handle = tf.raw_ops.VarHandleOp(dtype=dtype, shape=value.shape, shared_name=shared)
                self.before.append(tf.raw_ops.AssignVariableOp(resource=handle, value=tf.constant(value)))
                handles.append(handle)
                after.append((handle, dtype))
        name = f"case{number}/node"
        outputs = apply_op(case.op, handles, case.attrs, case.counts, name)
        self.node = v1.get_default_graph().get_operation_by_name(name)
        with tf.control_dependencies([self.node]):
            reads = [tf.identity(h) if d is None else tf.raw_ops.ReadVariableOp(resource=h, dtype=d) for h, d in after]
        readable = [t for t in outputs if t.dtype not in (tf.resource, tf.variant) and not t.dtype._is_ref_dtype]
        self.fetches = readable + reads + ([] if readable or reads else [self.node])

    def run(self, session):
        if self.before:
            session.run(self.before)
        values = [x for x in session.run(self.fetches, self.feeds) if x is not None]
        return self.case.read(values) if self.case.read else values


def outcome(run):
    """The values, or the status code by its name."""
    try:
        return run()
    except tf.errors.OpError as error:
        if error.error_code == tf.errors.UNAVAILABLE:
            raise
        return error


# --- judging ---------------------------------------------------------------------------------------------------------


def compare(expected, got, rtol=None, atol=None):
    """None, or how they differ."""
    if isinstance(expected, tf.errors.OpError) or isinstance(got, tf.errors.OpError):
        if isinstance(expected, tf.errors.OpError) and isinstance(got, tf.errors.OpError):
            if expected.error_code == got.error_code:
                return None
            return f"TensorFlow says {type(expected).__name__} ({first_line(expected)}), " \
                   f"Regatta {type(got).__name__} ({first_line(got)})"
        if isinstance(got, tf.errors.OpError):
            return f"TensorFlow gives {brief(expected)}, Regatta {type(got).__name__}: {first_line(got)}"
        return f"TensorFlow says {type(expected).__name__} ({first_line(expected)}), Regatta gives {brief(got)}"
    if len(expected) != len(got):
        return f"{len(got)} outputs, not {len(expected)}"
    for k, (left, right) in enumerate(zip(expected, got)):
        left, right = np.asarray(left), np.asarray(right)
        if left.dtype != right.dtype or left.shape != right.shape:
            return f"output {k} is {right.dtype}{list(right.shape)}, not {left.dtype}{list(left.shape)}"
        if not close(left, right, rtol, atol):
            return f"output {k}: TensorFlow gives {brief(left)}, Regatta {brief(right)}{worst(left, right)}"
    return None


def close(left, right, rtol=None, atol=None):
    name = tf.as_dtype(left.dtype).name
    if name not in TOLERANCE:
        return bool(np.array_equal(left, right))
    relative, absolute = TOLERANCE[name]
    relative, absolute = relative if rtol is None else rtol, absolute if atol is None else atol
    wide = np.complex128 if name.startswith("complex") else np.float64
    left, right = left.astype(wide), right.astype(wide)
    finite = np.isfinite(left) & np.isfinite(right)
    with np.errstate(all="ignore"):
        same = (left == right) | (np.isnan(left) & np.isnan(right))
        scale = np.clip(np.abs(left[np.isfinite(left)]).max(initial=0.0), 1.0, MOST)
        near = np.abs(left - right) <= absolute * scale + relative * np.abs(left)
        # At the edge of a type's range the order of a sum decides whether it overflows.
        edge, least = False, np.minimum(np.abs(left), np.abs(right))
        if wide is np.float64:
            largest = float(tf.as_dtype(name).max)
            edge = ~finite & (np.sign(left) == np.sign(right)) & (0.5 * largest < least) & (least < largest)
    return bool(np.all(same | (near & finite) | edge))


def worst(left, right):
    if left.dtype.kind not in "fc" or left.size <= 8:
        return ""
    with np.errstate(all="ignore"):
        gap = np.abs(left.astype(np.complex128) - right.astype(np.complex128)).ravel()
    k = int(np.nanargmax(gap)) if np.any(np.isfinite(gap)) else 0
    return f" (most at {k}: {left.ravel()[k]} and {right.ravel()[k]})"


def brief(value):
    if isinstance(value, list):
        return "[" + ", ".join(brief(x) for x in value) + "]"
    return np.array2string(np.asarray(value), threshold=12, separator=",").replace("\n", "")


def first_line(error):
    """What happened, without where the node was made."""
    lines = [line for line in (error.message or "").strip().split("\n") if line.strip()]
    told = [k + 1 for k, line in enumerate(lines[:-1]) if line.startswith("Node: ")]
    return lines[told[0] if told else 0][:300] if lines else ""


# --- Regatta's graph code --------------------------------------------------------------------------------------------


class GraphTool:
    """The program that shows what Regatta's graph code says of a graph: shapes, gradients, how long a kernel takes."""

    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def ask(self, command, graph, **more):
        data = graph.SerializeToString()
        self.process.stdin.write(json.dumps({"command": command, "length": len(data), **more}).encode() + b"\n" + data)
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        if "length" in answer:
            answer["graph"] = v1.GraphDef.FromString(self.process.stdout.read(answer["length"]))
        return answer

    def close(self):
        self.process.stdin.close()
        self.process.wait(10)


def static_graph(prepared):
    """The case's node with constants for inputs."""
    node = v1.NodeDef()
    node.CopyFrom(prepared.node.node_def)
    graph = v1.GraphDef()
    graph.versions.producer = tf.version.GRAPH_DEF_VERSION
    names = [name for name in node.input if not name.startswith("^")]
    del node.input[:]
    for k, (name, value) in enumerate(zip(names, prepared.case.inputs)):
        const = graph.node.add(name=f"in{k}", op="Const")
        const.attr["dtype"].type = tf.as_dtype(value.dtype).as_datatype_enum
        const.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(value))
        node.input.append(f"in{k}")
    node.name = "node"
    graph.node.add().CopyFrom(node)
    return graph


def shape_text(shape):
    return None if shape.rank is None else [d if d is not None else -1 for d in shape.as_list()]


def compare_shapes(tool, prepared):
    """None, "weaker" where Regatta knows less than TensorFlow, or how the two contradict each other."""
    graph = static_graph(prepared)
    try:
        with v1.Graph().as_default() as imported:
            tf.import_graph_def(graph, name="")
            node = imported.get_operation_by_name("node")
            expected = [shape_text(t.shape) for t in node.outputs if t.dtype not in (tf.resource, tf.variant)]
    except ValueError as error:
        expected = str(error)
    answer = tool.ask("infer", graph, node="node")
    if "error" in answer:
        if isinstance(expected, str):
            return None
        return f"TensorFlow's shape rule gives {expected}, Regatta's refuses: {answer['error']}"
    got = answer["shapes"]
    if isinstance(expected, str):
        return "weaker"
    verdict = None
    for left, right in zip(expected, got):
        if left == right:
            continue
        if right is None or (left is not None and len(left) == len(right)
                             and all(r in (l, -1) for l, r in zip(left, right))):
            verdict = "weaker"
        elif left is None or (len(left) == len(right) and all(l in (r, -1) for l, r in zip(left, right))):
            continue  # Regatta knows more; the values are compared elsewhere.
        else:
            return f"TensorFlow's shape rule gives {expected}, Regatta's {got}"
    return verdict
