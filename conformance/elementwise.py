"""The cases that ops on single elements share: types, shapes, and inputs that are not harmless.

Denormals are not among them: TensorFlow's threads take them for zero, which no Rust program may ask of its machine.
"""
import harness
from harness import FLOATS, INTS, apply_op, bf16, bools, case, extreme_ints, floats, gradient, ints, np, scenario, tf

COMPLEX = [np.complex64, np.complex128]
SHAPES = [(), (1,), (0,), (7,), (2, 3), (3, 0, 2), (33,)]
PAIRS = [((), ()), ((3,), ()), ((), (3,)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((2, 3), (2, 1)), ((0,), (1,)),
         ((2, 0), (2, 1)), ((4, 1, 5), (3, 1)), ((1, 1), (3,)), ((33,), (33,)), ((17, 5), (17, 5)), ((2, 3), (4,)),
         ((2, 3, 4), (2, 1, 1)), ((5, 1, 4, 1), (3, 1, 6))]


def values(shape, dtype, low=-4, high=4):
    """Harmless values of a type."""
    if dtype == np.bool_:
        return bools(*shape)
    if np.dtype(dtype).kind in "iu":
        return ints(*shape, dtype=dtype, low=int(low), high=int(high) + 1)
    if np.dtype(dtype).kind == "c":
        return np.asarray(floats(*shape, low=low, high=high) + 1j * floats(*shape, low=low, high=high)).astype(dtype)
    return floats(*shape, dtype=dtype, low=low, high=high)


def nasty(dtype):
    """What is not a number like others, but for denormals."""
    every = harness.nasty(dtype)
    return every[~((every != 0) & (np.abs(every.astype(np.float64)) < 1.2e-38))]


def unary(op, dtypes, low=-4, high=4, nasty_floats=True, **more):
    """One input: every type in every shape, and for floats what is not a number like others."""
    for dtype in dtypes:
        for shape in SHAPES if dtype in (np.float32, np.int32) else SHAPES[3:5]:
            yield case(op, values(shape, dtype, low, high), **more)
        if nasty_floats and np.dtype(dtype).kind == "f" or nasty_floats and dtype == bf16:
            yield case(op, nasty(dtype), **more)
        if np.dtype(dtype).kind in "iu":
            yield case(op, extreme_ints(dtype), **more)


def binary(op, dtypes, low=-4, high=4, low_y=None, high_y=None, nasty_floats=True, extremes=True, **more):
    """Two inputs: every type, every way to broadcast, and for floats every pair of what is not a number like others."""
    low_y, high_y = low if low_y is None else low_y, high if high_y is None else high_y
    for dtype in dtypes:
        for x, y in PAIRS if dtype in (np.float32, np.int32) else PAIRS[3:6] + PAIRS[12:14]:
            yield case(op, values(x, dtype, low, high), values(y, dtype, low_y, high_y), **more)
        if nasty_floats and (np.dtype(dtype).kind == "f" or dtype == bf16):
            every = nasty(dtype)
            yield case(op, every[:, None], every[None, :], **more)
        if extremes and np.dtype(dtype).kind in "iu":
            every = extreme_ints(dtype)
            yield case(op, every[:, None], every[None, :], **more)


def without_kernel(op, dtypes, inputs=1, **more):
    """Types that an op takes and has no kernel for."""
    for dtype in dtypes:
        yield alone(op, *[values((2,), dtype) for _ in range(inputs)], **more)


def alone(op, *inputs, **attrs):
    """A case in a graph of its own: TensorFlow refuses all of a graph that has a node without a kernel."""
    inputs = [np.asarray(x) for x in inputs]
    build = lambda: [apply_op(op, [tf.constant(x) for x in inputs], attrs, [], "node")]
    return scenario(harness.case(op, *inputs, **attrs).label() + " without a kernel", build)


def unary_gradients(op, low=-2, high=2, **more):
    for shape in [(), (3,), (2, 3)]:
        yield gradient(op, floats(*shape, dtype=np.float64, low=low, high=high), **more)
    yield gradient(op, floats(3, low=low, high=high), numeric=False, rtol=1e-4, **more)
    if more.pop("complex_too", False):
        yield gradient(op, values((3,), np.complex128, low, high), wrt=[0], outputs=[0], numeric=False, **more)


def complex_gradient(op, low=-1, high=1, **more):
    yield gradient(op, values((3,), np.complex128, low, high), wrt=[0], outputs=[0], numeric=False, **more)


def binary_gradients(op, low=-2, high=2, low_y=None, high_y=None, **more):
    low_y, high_y = low if low_y is None else low_y, high if high_y is None else high_y
    for x, y in [((), ()), ((3,), (3,)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((2, 3), ()), ((), (2, 3)),
                 ((4, 1, 2), (3, 1))]:
        yield gradient(op, floats(*x, dtype=np.float64, low=low, high=high),
                       floats(*y, dtype=np.float64, low=low_y, high=high_y), **more)


__all__ = ["COMPLEX", "alone", "nasty", "FLOATS", "INTS", "PAIRS", "SHAPES", "binary", "binary_gradients", "complex_gradient", "unary",
           "unary_gradients", "values", "without_kernel"]
