"""`SparseConditionalAccumulator` and the ops on it."""
from harness import np, scenario, tf, v1

raw = tf.raw_ops


class Ops:
    def __init__(self, **attrs):
        self.dtype = attrs.get("dtype", tf.float32)
        self.handle = raw.SparseConditionalAccumulator(**{"dtype": tf.float32, "shape": [4, 2], **attrs})
        self.count = raw.AccumulatorNumAccumulated(handle=self.handle)
        self.take = list(raw.SparseAccumulatorTakeGradient(handle=self.handle, num_required=1, dtype=self.dtype))

    def apply(self, indices, values, shape=(), step=0, known=False):
        def loose(value, dtype):
            return v1.placeholder_with_default(tf.constant(value, dtype), None)

        return raw.SparseAccumulatorApplyGradient(
            handle=self.handle, local_step=tf.constant(step, tf.int64), gradient_indices=loose(indices, tf.int64),
            gradient_values=loose(values, self.dtype), gradient_shape=loose(shape, tf.int64), has_known_shape=known)


def merged(**attrs):
    ops = Ops(**attrs)
    return [ops.apply([0, 2], [[1, 2], [3, 4]]), ops.apply([1, 2], [[5, 6], [7, 8]]), ops.count, ops.take, ops.count,
            ops.apply([3], [[1, 1]]), ops.count, ops.apply([3], [[1, 1]], step=1), ops.apply([0], [[2, 2]], step=1), ops.take]


def unsorted():
    ops = Ops()
    return [ops.apply([2, 0, 2], [[1, 2], [3, 4], [5, 6]]), ops.apply([0, 2], [[10, 20], [30, 40]]), ops.take]


def odd():
    ops = Ops()
    return [ops.apply([0, 5], [[1, 2], [3, 4]]), ops.apply([0, -1], [[1, 2], [3, 4]]), ops.apply([0], [[1, 2], [3, 4]]),
            ops.apply([[0]], [[1, 2]]), ops.apply([0], [[1, 2, 3]]), ops.apply([0], 5.0), ops.apply([0], [5.0]),
            ops.apply([0], [[1, 2]], [4, 2], known=True), ops.apply([0], [[1, 2]], [4, 3], known=True),
            ops.apply([0], [[1, 2]], [5, 2], known=True), ops.apply([3], [[1, 2]], [3, 2], known=True), ops.count]


def empty():
    ops = Ops()
    return [ops.apply(np.zeros(0), np.zeros((0, 2))), ops.count, ops.apply([1], [[2, 3]]), ops.take]


def loose(shape):
    ops = Ops(shape=shape)
    return [ops.apply([0], [[1, 2]]), ops.apply([0], [[1, 2, 3]]), ops.apply([0], [1]), ops.apply([100], [[1, 2]]), ops.take]


def vectors():
    ops = Ops(shape=[4])
    return [ops.apply([1, 3], [2, 3]), ops.apply([3], [5]), ops.take]


def mixed():
    """Ops for whole gradients on an accumulator of rows."""
    ops = Ops()
    apply = raw.AccumulatorApplyGradient(handle=ops.handle, local_step=tf.constant(0, tf.int64), gradient=[[1., 2.]])
    set_step = raw.AccumulatorSetGlobalStep(handle=ops.handle, new_global_step=tf.constant(2, tf.int64))
    return [apply, ops.count, set_step, ops.apply([0], [[1, 2]], step=1), ops.count]


def cases():
    for reduction in ["MEAN", "SUM"]:
        yield scenario(f"SparseConditionalAccumulator: {reduction}", lambda r=reduction: merged(reduction_type=r))
    for dtype in [tf.float64, tf.float16, tf.int32, tf.bfloat16]:
        yield scenario(f"SparseConditionalAccumulator of {dtype.name}", lambda d=dtype: merged(dtype=d))
    for build in [unsorted, odd, empty, vectors, mixed]:
        yield scenario(f"SparseConditionalAccumulator: {build.__name__}", build)
    for shape in [tf.TensorShape(None), [None, 2], [None, None], [4, None], []]:
        yield scenario(f"SparseConditionalAccumulator of shape {shape}", lambda s=shape: loose(s))
