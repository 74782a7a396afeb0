"""`NonDeterministicInts`, of which only shape and type can be compared."""
from harness import case, np, scenario, tf


def cases():
    for dtype in (np.int32, np.int64, np.uint32, np.uint64):
        yield case("NonDeterministicInts", np.array([0, 3]), dtype=dtype)
        yield scenario(f"two draws of {np.dtype(dtype).name} differ", lambda dtype=dtype: two(dtype))
    yield case("NonDeterministicInts", np.array([-1]), dtype=np.int64)
    yield case("NonDeterministicInts", np.array(2), dtype=np.int64)


def two(dtype):
    one, other = (tf.raw_ops.NonDeterministicInts(shape=[4], dtype=dtype) for _ in range(2))
    return [tf.shape(one), tf.reduce_all(tf.equal(tf.cast(one, tf.int64), tf.cast(other, tf.int64)))]
