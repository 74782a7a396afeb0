"""The cases that all optimizers share: every form of the op, every type, and what does not fit."""
from harness import FLOATS, UNINITIALIZED, bf16, case, floats, nasty, np, op_def_registry, scenario, tf

FORMS = ["Apply", "ResourceApply", "SparseApply", "ResourceSparseApply"]
# Slots of squares, which are positive; the others may be anything.
SQUARES = ["accum", "accum_update", "gradient_squared_accumulator", "ms", "v", "vhat"]


def forms_of(name):
    return [form + name for form in FORMS if op_def_registry.get(form + name) is not None]


def slot(name, shape, dtype):
    if name in SQUARES:
        return floats(*shape, dtype=dtype, low=0.5, high=2.0)
    return floats(*shape, dtype=dtype, low=-0.4, high=0.4)


def inputs_of(op, shape, scalars, dtype=np.float32, rows=(), index_type=np.int32, **given):
    """Inputs by the names of the op's arguments: `given` ones, else `scalars`, else made up."""
    made, variables = [], 0
    for arg in op_def_registry.get(op).input_arg:
        is_variable = arg.is_ref or arg.type == tf.resource.as_datatype_enum
        variables += is_variable
        if arg.name in given:
            value = given[arg.name]
        elif is_variable:
            value = slot(arg.name, shape, dtype)
        elif arg.name in ("grad", "delta"):
            value = floats(*((len(rows),) + tuple(shape[1:]) if "Sparse" in op else shape), dtype=dtype)
        elif arg.name == "indices":
            value = np.array(rows, index_type)
        elif arg.name == "global_step":
            value = np.int64(scalars.get("global_step", 3))
        else:
            value = np.array(scalars[arg.name], dtype)
        made.append(value)
    return made, variables


def update(op, *where, attrs=None, rtol=None, atol=None, differs=None, **more):
    inputs, variables = inputs_of(op, *where, **more)
    return case(op, *inputs, variables=variables, rtol=rtol, atol=atol, differs=differs, **(attrs or {}))


def cases_of(name, attrs=({},), dtypes=FLOATS, **scalars):
    """The cases of an optimizer: `attrs` are the sets of attributes to try."""
    grads = {"ProximalGradientDescent": "delta", "GradientDescent": "delta"}
    for op in forms_of(name):
        sparse, grad = "Sparse" in op, "grad" if "Sparse" in op else grads.get(name, "grad")
        rows = [2, 0, 2, 1] if sparse else []
        for chosen in attrs:
            for dtype in dtypes:
                # Half-width floats are rounded by TensorFlow after every operation, and here once.
                loose = {"rtol": 2e-2, "atol": 6e-3} if dtype == np.float16 else {"rtol": 8e-2, "atol": 4e-2}
                loose = loose if dtype in (np.float16, bf16) else {}
                if sparse and dtype == bf16 and "RMSProp" in name:
                    loose["differs"] = "TensorFlow has no kernel for bfloat16"
                for shape in [(3,), (3, 4), (5, 17, 2)]:
                    yield update(op, shape, scalars, dtype=dtype, rows=rows, attrs=chosen, **loose)
                if sparse:
                    yield update(op, (4, 3), scalars, dtype=dtype, rows=rows, index_type=np.int64, attrs=chosen, **loose)
            yield update(op, (16,) if not sparse else (16, 1), scalars, rows=list(range(16)), attrs=chosen,
                         **{grad: nasty(np.float32, 16, 1) if sparse else nasty()})
        yield update(op, (3, 2), scalars, rows=rows, attrs={"use_locking": True})
        yield update(op, (33, 7), scalars, rows=[32] * 5 + [0, 31], dtype=np.float64)
        # What does not fit.
        yield update(op, (2,), scalars, dtype=np.int32, rows=[0], **{k: np.ones((), np.int32) for k in scalars if k != "global_step"})
        for wrong in scalars:
            if wrong in [arg.name for arg in op_def_registry.get(op).input_arg]:
                kind = np.int64 if wrong == "global_step" else np.float32
                yield update(op, (3, 2), scalars, rows=rows, **{wrong: np.ones((1,), kind)}, differs=
                             "TensorFlow does not look whether this one is a scalar" if wrong == "sign_decay" else None)
                yield update(op, (3, 2), scalars, rows=rows, **{wrong: np.array(-0.25 if kind == np.float32 else -1, kind)})
                yield update(op, (3, 2), scalars, rows=rows, **{wrong: np.zeros((), kind)})
        if sparse:
            for bad in [[3], [-1], [0, 1, 7], [2147483647]]:
                yield update(op, (3, 2), scalars, rows=bad)
            yield update(op, (3, 2), scalars, rows=[])
            yield update(op, (3, 2), scalars, rows=rows, grad=floats(3, 2))
            yield update(op, (3, 2), scalars, rows=rows, grad=floats(4, 3))
            yield update(op, (3, 2), scalars, rows=rows, indices=np.array([[0, 1], [1, 2]], np.int32))
            strict = "Adagrad" in name or "Ftrl" in name or "Proximal" in name
            yield update(op, (3, 0), scalars, rows=[0, 1],
                         differs="every optimizer leaves rows without elements alone, in TensorFlow not all do" if strict else None)
            yield update(op, (0, 3), scalars, rows=[])
            yield update(op, (0, 3), scalars, rows=[0])
        else:
            yield update(op, (), scalars)
            yield update(op, (0, 3), scalars)
            yield update(op, (3, 2), scalars, **{grad: floats(2, 3)})
            yield update(op, (3, 2), scalars, **{grad: floats(6)})
            yield update(op, (3, 2), scalars, **{grad: floats()})
        yield scenario(f"{op} of a variable without a value", lambda op=op, rows=rows: uninitialized(op, scalars, rows),
                       differs=UNINITIALIZED if op.startswith("Resource") else None)


def uninitialized(op, scalars, rows):
    inputs, variables = inputs_of(op, (3, 2), scalars, rows=rows)
    made = []
    for k, (arg, value) in enumerate(zip(op_def_registry.get(op).input_arg, inputs)):
        if k >= variables:
            made.append(tf.constant(value))
        elif arg.is_ref:
            made.append(tf.raw_ops.VariableV2(shape=(3, 2), dtype=tf.float32, shared_name=f"empty{k}"))
        else:
            made.append(tf.raw_ops.VarHandleOp(shape=(3, 2), dtype=tf.float32, shared_name=f"empty{k}"))
    node = getattr(tf.raw_ops, op)(**{arg.name: value for arg, value in zip(op_def_registry.get(op).input_arg, made)})
    return [[getattr(node, "op", node)]]


def bench_of(name, **scalars):
    for op in [form + name for form in FORMS[:2] if op_def_registry.get(form + name) is not None]:
        for shape in [(784, 100), (3136, 1024)]:
            yield update(op, shape, scalars)
