"""The cases that the ops share which draw from a generator whose state is a variable."""
from harness import case, np, scenario, tf

STATES = [[1, 2, 3], [0, 0, 0], [-1, -1, -5], [2**62, 5, 2**33]]


def generator_cases(op, dtypes, *bounds):
    """`bounds`: the least and what is above the largest, for ops that take them."""
    for dtype in dtypes:
        limits = [np.array(limit, dtype) for limit in bounds]
        kind = {} if bounds else {"dtype": dtype}
        for state in STATES:
            for shape in [(), (5,), (3, 4), (0, 2)]:
                yield case(op, np.array(state), np.int64(1), np.array(shape, np.int64), *limits, variables=1, **kind)
        yield case(op, np.array(STATES[0]), np.int64(1), np.array([2, 2], np.int32), *limits, variables=1, **kind)
    dtype, limits = dtypes[0], [np.array(limit, dtypes[0]) for limit in bounds]
    kind = {} if bounds else {"dtype": dtype}
    for state, algorithm, shape in [([1, 2], 1, [2]), ([1, 2, 3, 4], 1, [2]), ([1, 2, 3], 2, [2]), ([1, 2, 3], 7, [2]),
                                    ([1, 2, 3], 1, [-2]), ([[1, 2, 3]], 1, [2])]:
        yield case(op, np.array(state), np.int64(algorithm), np.array(shape), *limits, variables=1, **kind)
    yield scenario(f"{op} in several steps", lambda: steps(op, dtype, limits))


def steps(op, dtype, limits):
    handle = tf.raw_ops.VarHandleOp(shape=[3], dtype=tf.int64, shared_name="generator")
    give = tf.raw_ops.AssignVariableOp(resource=handle, value=np.array([1, 2, 3]))
    more = dict(zip(("minval", "maxval"), limits)) if limits else {"dtype": dtype}
    drawn = getattr(tf.raw_ops, op)(resource=handle, algorithm=1, shape=[3], **more)
    skip = tf.raw_ops.RngSkip(resource=handle, algorithm=1, delta=5)
    return [give, drawn, drawn, skip, drawn, tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64)]
