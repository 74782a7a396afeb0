"""The cases that ops share which fold dimensions away."""
from elementwise import nasty, values
from harness import bf16, case, extreme_ints, floats, gradient, np

AXES = [((), []), ((5,), [0]), ((5,), []), ((5,), [-1]), ((2, 3), [0]), ((2, 3), [1]), ((2, 3), [0, 1]), ((2, 3), [-1, 0]), ((2, 3, 4), [1]),
        ((2, 3, 4), [0, 2]), ((2, 3, 4), [1, 2]), ((0,), [0]), ((2, 0), [1]), ((2, 0), [0]), ((1, 5), [0]), ((1,), [0]), ((33,), [0]), ((17, 19), [0]),
        ((17, 19), [1])]
BAD = [((2, 3), [2]), ((2, 3), [-3]), ((2, 3), [0, 0]), ((2, 3), [0, -2]), ((), [0])]


def reductions(op, dtypes):
    for dtype in dtypes:
        main = dtype in (np.float32, np.int32, np.bool_)
        for shape, axes in AXES if main else AXES[4:9]:
            yield case(op, values(shape, dtype, -2, 2), np.array(axes, np.int32))
        yield case(op, values((2, 3), dtype, -2, 2), np.array([1], np.int64), keep_dims=True)
        yield case(op, values((2, 3), dtype, -2, 2), np.int32(-1), keep_dims=True)
        if np.dtype(dtype).kind == "f" or dtype == bf16:
            yield case(op, nasty(dtype), np.array([0], np.int32))
            for one in nasty(dtype)[:9]:
                yield case(op, np.array([1, one, 2], dtype), np.array([0], np.int32))
        if np.dtype(dtype).kind in "iu":
            yield case(op, extreme_ints(dtype), np.array([0], np.int32))
    for shape, axes in BAD:
        yield case(op, values(shape, dtypes[0]), np.array(axes, np.int32), shapes=False)


def reduction_gradients(op):
    for shape, axes in AXES[1:11]:
        for keep_dims in [False, True]:
            yield gradient(op, floats(*shape, dtype=np.float64, low=0.5, high=2), np.array(axes, np.int32), keep_dims=keep_dims)
