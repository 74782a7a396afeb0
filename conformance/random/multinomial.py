"""`Multinomial` and `StatelessMultinomial`."""
from harness import FLOATS, case, floats, inf, nan, np, tf
from streams import SEEDS, STATELESS_SEEDS, steps_of


def cases():
    for dtype in FLOATS:
        for kind in (np.int32, np.int64):
            for seed, seed2 in SEEDS[:3]:
                yield case("Multinomial", floats(2, 4, dtype=dtype), np.int32(10), seed=seed, seed2=seed2, output_dtype=kind)
            for seed in STATELESS_SEEDS[:2]:
                yield case("StatelessMultinomial", floats(2, 4, dtype=dtype), np.int32(10), np.array(seed, np.int64),
                           output_dtype=kind)
    odd = [[0.0, -inf, 1.0], [nan, 0.0, 0.0], [inf, 0.0, 1.0], [-1e30, 0.0, 1e30]]
    for row in odd:
        yield case("Multinomial", np.array([row], np.float32), np.int32(8), seed=1, seed2=2)
    for logits, count in [(floats(2, 3), 0), (floats(0, 3), 4), (floats(2, 1), 4), (floats(2, 0), 4), (floats(3), 4),
                          (floats(2, 3, 1), 4), (floats(2, 3), -1)]:
        yield case("Multinomial", logits, np.int32(count), seed=1)
        yield case("StatelessMultinomial", logits, np.int32(count), np.array([1, 2]))
    yield case("Multinomial", floats(2, 3), np.array([2], np.int32), seed=1)
    yield case("StatelessMultinomial", floats(2, 3), np.int32(2), np.array([2]))
    yield from steps_of("Multinomial", lambda seed, seed2: tf.raw_ops.Multinomial(
        logits=tf.constant([[0.0, 1.0, 2.0], [1.0, 1.0, -3.0]]), num_samples=5, seed=seed, seed2=seed2))
