"""`StridedSlice`, `StridedSliceGrad`, `TensorStridedSliceUpdate`."""
from harness import ANY, case, floats, gradient, np, some

SPECS = [((5,), [1], [4], [1], {}), ((5,), [4], [0], [-2], {}), ((5,), [-4], [-1], [1], {}), ((5,), [0], [0], [1], {}),
         ((5,), [0], [9], [2], {}), ((5,), [-9], [9], [3], {}), ((5,), [9], [-9], [-1], {}), ((5,), [1], [4], [0], {}),
         ((5,), [2], [3], [1], dict(shrink_axis_mask=1)), ((5,), [5], [6], [1], dict(shrink_axis_mask=1)),
         ((5,), [-1], [0], [1], dict(shrink_axis_mask=1)), ((5,), [2], [3], [-1], dict(shrink_axis_mask=1)),
         ((5,), [1], [4], [1], dict(begin_mask=1)), ((5,), [1], [4], [-1], dict(begin_mask=1, end_mask=1)),
         ((4, 5), [1, 2], [3, 5], [1, 2], {}), ((4, 5), [1], [3], [1], {}), ((4, 5), [0, 1], [0, 3], [1, 1], dict(ellipsis_mask=1)),
         ((4, 5), [0, 1], [0, 2], [1, 1], dict(new_axis_mask=1)), ((4, 5), [0, 0, 1], [0, 0, 2], [1, 1, 1], dict(new_axis_mask=1, ellipsis_mask=2)),
         ((2, 3, 4), [0, 1, 1], [2, 2, 3], [1, 1, 1], dict(shrink_axis_mask=2)), ((2, 3, 4), [0, -1], [0, 0], [1, 1], dict(ellipsis_mask=1, shrink_axis_mask=2)),
         ((2, 3, 4), [0, 0], [0, 0], [1, 1], dict(ellipsis_mask=3)), ((2, 3), [0, 0, 0], [1, 1, 1], [1, 1, 1], {}), ((), [], [], [], {}),
         ((), [0], [0], [1], dict(new_axis_mask=1)), ((), [0], [1], [1], {}), ((0, 3), [0, 0], [0, 2], [1, 1], {}),
         ((3, 4), [2, 3], [0, 0], [-1, -2], dict(end_mask=3))]


def cases():
    for dtype in ANY:
        yield case("StridedSlice", some(dtype, 4, 5), np.array([1, 4], np.int32), np.array([3, 0], np.int32), np.array([1, -2], np.int32))
    for shape, begin, end, strides, masks in SPECS:
        for kind in [np.int32, np.int64]:
            parts = [np.array(x, kind) for x in (begin, end, strides)]
            yield case("StridedSlice", floats(*shape), *parts, **masks)
    for wrong in [([0], [1, 1], [1]), ([[0]], [[1]], [[1]])]:
        yield case("StridedSlice", floats(3), *[np.array(x, np.int32) for x in wrong])
    for shape, begin, end, strides, masks, part in [
            ((5,), [1], [4], [1], {}, (3,)), ((5,), [4], [0], [-2], {}, (2,)), ((4, 5), [1, 2], [3, 5], [1, 2], {}, (2, 2)),
            ((4, 5), [1, 2], [3, 5], [1, 1], dict(shrink_axis_mask=1), (3,)), ((4, 5), [0, 1], [0, 2], [1, 1], dict(new_axis_mask=1), (1, 1, 5)),
            ((5,), [1], [4], [1], {}, (2,)), ((5,), [3], [3], [1], {}, (0,)), ((3,), [0], [3], [1], {}, (3,)), ((), [], [], [], {}, ())]:
        for dtype in [np.float32, np.float64, np.int32, np.bool_, np.object_, np.complex64]:
            parts = [np.array(x, np.int32) for x in (begin, end, strides)]
            yield case("StridedSliceGrad", np.array(shape, np.int32), *parts, some(dtype, *part), **masks)
            if part != (2,) or shape != (5,) or strides == [-2]:
                yield case("TensorStridedSliceUpdate", some(dtype, *shape), *parts, some(dtype, *part), **masks)
    yield case("StridedSliceGrad", np.array([-1], np.int32), np.array([0], np.int32), np.array([1], np.int32), np.array([1], np.int32), floats(1))


def gradients():
    for shape, begin, end, strides, masks in SPECS[:1] + SPECS[1:3] + SPECS[14:21]:
        parts = [np.array(x, np.int32) for x in (begin, end, strides)]
        yield gradient("StridedSlice", floats(*shape, dtype=np.float64), *parts, **masks)
    parts = [np.array(x, np.int64) for x in ([1, 4], [3, 0], [1, -2])]
    yield gradient("StridedSlice", floats(4, 5, dtype=np.float64), *parts)
    yield gradient("StridedSliceGrad", np.array([4, 5]), *parts, floats(2, 2, dtype=np.float64))
    yield gradient("TensorStridedSliceUpdate", floats(4, 5, dtype=np.float64), *parts, floats(2, 2, dtype=np.float64))
