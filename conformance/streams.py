"""What the files of random ops share: steps of one session, in which a node goes on where it stopped."""
from harness import FLOATS, case, np, scenario, tf

SEEDS = [(1, 2), (0, 5), (7, 0), (-1, -2), (87654321, 2**31 - 1)]
STATELESS_SEEDS = [(1, 2), (0, 0), (-5, 2**40), (2**31 - 1, -2**31)]


def steps_of(name, build, count=3):
    """A scenario: what `build(seed, seed2)` gives in several steps, and beside another node with the same seeds."""

    def play(seeds):
        node, twin = build(*seeds), build(*seeds)
        return [node] * count + [[node, twin]]

    for seeds in SEEDS:
        # Logarithms and sines differ in the last bit from one library to another.
        yield scenario(f"{name} in several steps with seeds {seeds}", lambda seeds=seeds: play(seeds))


def shaped_cases(op):
    for dtype in FLOATS:
        for seed, seed2 in SEEDS[:3]:
            for shape in [(), (3,), (2, 5), (0, 4), (33, 7)]:
                yield case(op, np.array(shape, np.int32), dtype=dtype, seed=seed, seed2=seed2)
        yield case(op, np.array((2, 3), np.int64), dtype=dtype, seed=3, seed2=4)
    for bad in (np.array(3, np.int32), np.array([-1], np.int32), np.array([[2]], np.int32)):
        yield case(op, bad, dtype=np.float32, seed=1)
    yield case(op, np.array([2], np.int32), dtype=np.float32, seed=1, shapes=False)
    yield from steps_of(op, lambda seed, seed2: tf_op(op)(shape=[2, 3], dtype=tf.float32, seed=seed, seed2=seed2))
    yield from steps_of(f"{op} of double", lambda seed, seed2: tf_op(op)(shape=[5], dtype=tf.float64, seed=seed, seed2=seed2))


def tf_op(op):
    return getattr(tf.raw_ops, op)


def key_counter(seed):
    """The key and the counter that a seed is mixed to, as TensorFlow does it."""
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        return session.run(tf.raw_ops.StatelessRandomGetKeyCounter(seed=np.array(seed, np.int64)))


def stateless_cases(op, dtypes, *bounds):
    """`op` and its second version. `bounds`: pairs of the least and what is above the largest, for ops that take them."""
    pairs = list(bounds) or [()]

    def kind(dtype):
        return {} if bounds else {"dtype": dtype}

    for dtype in dtypes:
        for pair in pairs:
            limits = [np.array(limit, dtype) for limit in pair]
            for seed in STATELESS_SEEDS:
                yield case(op, np.array([2, 5], np.int32), np.array(seed, np.int64), *limits, **kind(dtype))
                key, counter = key_counter(seed)
                yield case(op + "V2", np.array([2, 5], np.int32), key, counter, np.int32(1), *limits, **kind(dtype))
            for shape in [(), (3,), (0, 4), (33, 7)]:
                yield case(op, np.array(shape, np.int64), np.array([3, -4], np.int32), *limits, **kind(dtype))
    dtype, limits = dtypes[0], [np.array(limit, dtypes[0]) for limit in pairs[0]]
    for bad in (np.array(3, np.int32), np.array([-1], np.int32), np.array([[2]], np.int32)):
        yield case(op, bad, np.array([1, 2]), *limits, **kind(dtype))
    for seed in (np.array([1]), np.array([1, 2, 3]), np.array(1), np.array([[1, 2]])):
        yield case(op, np.array([2], np.int32), seed, *limits, **kind(dtype))
    key, counter = np.array([1], np.uint64), np.array([1, 2], np.uint64)
    for bad in [(key, counter, np.int32(2)), (key, counter, np.int32(3)), (key, counter, np.int32(7)),
                (np.uint64(1), counter, np.int32(1)), (counter, counter, np.int32(1)),
                (key, np.array([1, 2, 3], np.uint64), np.int32(1)), (key, counter, np.array([1], np.int32))]:
        yield case(op + "V2", np.array([3], np.int32), *bad, *limits, **kind(dtype))
    yield case(op + "V2", np.array([3], np.int32), np.array([2**64 - 1], np.uint64), np.array([2**64 - 1] * 2, np.uint64),
               np.int32(1), *limits, **kind(dtype))
