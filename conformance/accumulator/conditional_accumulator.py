"""`ResourceConditionalAccumulator` and the ops on it, and the same with handles of the older kind.

Not asked here, since TensorFlow crashes or goes on: a step number or a count that is no scalar, a gradient of another type.
"""
from harness import floats, np, scenario, tf, v1

raw = tf.raw_ops


class Ops:
    """The ops of either kind."""

    def __init__(self, prefix, **attrs):
        self.prefix = prefix
        self.dtype = attrs.get("dtype", tf.float32)
        self.handle = getattr(raw, f"{prefix}ConditionalAccumulator")(**{"dtype": tf.float32, "shape": [2], **attrs})
        self.count = self.op("NumAccumulated")

    def op(self, name, **arguments):
        return getattr(raw, f"{self.prefix}Accumulator{name}")(handle=self.handle, **arguments)

    def apply(self, value, step=0):
        return self.op("ApplyGradient", local_step=tf.constant(step, tf.int64), gradient=tf.cast(value, self.dtype))

    def take(self, n):
        return self.op("TakeGradient", num_required=n, dtype=self.dtype)

    def set_step(self, step):
        return self.op("SetGlobalStep", new_global_step=tf.constant(step, tf.int64))


def reduced(prefix, **attrs):
    ops = Ops(prefix, **attrs)
    return [ops.count, ops.apply([1., 2.]), ops.count, ops.apply([3., 5.]), ops.apply([4., 4.]), ops.count, ops.take(2),
            ops.count, ops.apply([1., 1.]), ops.count, ops.apply([1., 1.], 1), ops.count, ops.take(1)]


def stale(prefix):
    ops = Ops(prefix)
    return [ops.set_step(5), ops.apply([1., 1.], 4), ops.count, ops.apply([2., 2.], 5), ops.apply([3., 3.], 9), ops.count,
            ops.take(1), ops.apply([1., 1.], 5), ops.count, ops.apply([1., 1.], 6), ops.count, ops.set_step(2), ops.count,
            ops.apply([1., 1.], 2), ops.take(2), ops.apply([[9.]], 0), ops.count]


def refused(prefix):
    ops = Ops(prefix)
    gradient, step, n = v1.placeholder(tf.float32), v1.placeholder(tf.int64), v1.placeholder(tf.int32)
    apply = ops.op("ApplyGradient", local_step=step, gradient=gradient)
    take = ops.op("TakeGradient", num_required=n, dtype=tf.float32)
    set_step = ops.op("SetGlobalStep", new_global_step=step)
    fine = {gradient: [1., 2.], step: 0}
    return [(apply, {**fine, gradient: [1., 2., 3.]}), (apply, {**fine, gradient: 1.}),
            (take, {n: 0}), (take, {n: -3}), (set_step, {step: -7}),
            (apply, {**fine, step: -7}), (apply, {**fine, step: -8}), ops.count, (apply, fine), ops.count]


def loose_shape(prefix):
    ops = Ops(prefix, shape=tf.TensorShape(None))
    return [ops.apply([[1.], [2.]]), ops.apply([1., 2.]), ops.count, ops.apply([[3.], [4.]]), ops.take(2), ops.apply(1., 1),
            ops.take(1)]


def partial_shape(prefix):
    ops = Ops(prefix, shape=[None, 2])
    return [ops.apply([[1., 2.]]), ops.apply([1., 2.]), ops.apply([[1., 2.], [3., 4.]]), ops.count, ops.take(1)]


def shared(prefix):
    a, b = Ops(prefix, shared_name="acc"), Ops(prefix, shared_name="acc")
    others = [Ops(prefix, shared_name="acc", **more) for more in
              [{"shape": [3]}, {"dtype": tf.float64}]]
    return [a.apply([1., 2.]), b.count, b.take(1)] + [other.count for other in others]


VALUES = floats(3, 2, 3)


def typed(prefix, dtype):
    ops = Ops(prefix, dtype=dtype, shape=[2, 3])
    return [ops.apply(VALUES[0]), ops.apply(VALUES[1]), ops.apply(VALUES[2]), ops.take(3), ops.count]


def empty(prefix):
    ops = Ops(prefix, shape=[0, 3])
    return [ops.apply(np.zeros((0, 3))), ops.apply(np.zeros((0, 3))), ops.take(2)]


def cases():
    for prefix in ["Resource", ""]:
        name = f"{prefix}ConditionalAccumulator"
        for reduction in ["MEAN", "SUM"]:
            yield scenario(f"{name}: {reduction}", lambda p=prefix, r=reduction: reduced(p, reduction_type=r))
        for build in [stale, refused, loose_shape, partial_shape, shared, empty]:
            yield scenario(f"{name}: {build.__name__}", lambda p=prefix, b=build: b(p))
        for dtype in [tf.float32, tf.float64, tf.float16, tf.bfloat16, tf.int32, tf.complex64]:
            yield scenario(f"{name} of {dtype.name}", lambda p=prefix, d=dtype: typed(p, d), rtol=1e-3)
