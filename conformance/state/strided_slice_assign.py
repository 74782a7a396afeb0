"""`StridedSliceAssign` and `ResourceStridedSliceAssign`."""
from harness import FLOATS, INTS, case, floats, np, strings
from scatters import values


def cases():
    for op in ("StridedSliceAssign", "ResourceStridedSliceAssign"):
        for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
            yield assign(op, values(dtype, 4, 5), [1, 0], [3, 5], [1, 2], values(dtype, 2, 3))
            yield assign(op, values(dtype, 4, 5), [3, 4], [0, 0], [-2, -1], values(dtype, 2, 4), kind=np.int64)
        a = floats(4, 5)
        yield assign(op, a, [1], [2], [1], floats(5), shrink_axis_mask=1)
        yield assign(op, a, [-1], [0], [1], floats(5), shrink_axis_mask=1)
        yield assign(op, a, [0, 2], [4, 3], [1, 1], floats(4), shrink_axis_mask=2)
        yield assign(op, a, [2, 2], [3, 3], [1, 1], floats(), shrink_axis_mask=3)
        yield assign(op, a, [0, 0], [0, 0], [1, 1], floats(4, 5), begin_mask=3, end_mask=3)
        yield assign(op, a, [0, 1], [0, 3], [1, 1], floats(4, 2), ellipsis_mask=1)
        yield assign(op, a, [0, 1], [0, 3], [1, 1], floats(1, 2, 5), new_axis_mask=1)
        yield assign(op, a, [1, 1], [3, 3], [1, 1], floats())
        yield assign(op, a, [1, 1], [3, 3], [1, 1], floats(1))
        yield assign(op, a, [1, 1], [3, 3], [1, 1], floats(2))
        yield assign(op, a, [1, 1], [3, 3], [1, 1], floats(2, 1))
        yield assign(op, a, [1, 1], [3, 4], [1, 1], floats(1, 3))
        yield assign(op, a, [1, 1], [3, 4], [1, 1], floats(2))
        yield assign(op, a, [1, 1], [3, 3], [1, 1], floats(1, 2, 2))
        yield assign(op, a, [1, 1], [3, 3], [1, 1], floats(3, 2))
        yield assign(op, a, [1, 1], [1, 3], [1, 1], floats(0, 2))
        yield assign(op, a, [1, 1], [3, 3], [0, 1], floats(2, 2))
        yield assign(op, a, [9], [9], [1], floats(5), shrink_axis_mask=1)
        yield assign(op, a, [0, 0, 0], [1, 1, 1], [1, 1, 1], floats(1, 1, 1))
        yield assign(op, a, [0], [1, 1], [1], floats(1, 1))
        yield assign(op, floats(3, 2, 4), [0, 0, 3], [3, 2, 0], [2, 1, -1], floats(2, 2, 3))
        yield assign(op, strings("a", "b", "c"), [0], [3], [2], strings("x", "yy"))


def assign(op, variable, begin, end, strides, value, kind=np.int32, **masks):
    return case(op, variable, np.array(begin, kind), np.array(end, kind), np.array(strides, kind), value, variables=1, **masks)
