"""`RandomGamma` and its stateless forms."""
from harness import case, np, tf
from streams import SEEDS, STATELESS_SEEDS, key_counter, steps_of

ALPHAS = [0.1, 0.5, 0.999, 1.0, 1.5, 3.0, 100.0]


def cases():
    for dtype in (np.float16, np.float32, np.float64):
        for seed, seed2 in SEEDS[:3]:
            yield case("RandomGamma", np.array([5], np.int32), np.array(ALPHAS, dtype), seed=seed, seed2=seed2)
            yield case("RandomGamma", np.array([2, 3], np.int64), np.array(2.5, dtype), seed=seed, seed2=seed2)
        yield case("RandomGamma", np.array([], np.int32), np.array([ALPHAS[:3], ALPHAS[3:6]], dtype), seed=1)
        for seed in STATELESS_SEEDS[:2]:
            yield case("StatelessRandomGammaV2", np.array([4, 7], np.int32), np.array(seed), np.array(ALPHAS, dtype))
            key, counter = key_counter(seed)
            yield case("StatelessRandomGammaV3", np.array([4, 7], np.int32), key, counter, np.int32(1),
                       np.array(ALPHAS, dtype))
    for shape in [(0,), (2, 0)]:
        yield case("RandomGamma", np.array(shape, np.int32), np.array(ALPHAS, np.float32), seed=1)
    yield case("RandomGamma", np.array([3], np.int32), np.zeros((0,), np.float32), seed=1)
    yield case("RandomGamma", np.array([-3], np.int32), np.float32(1), seed=1)
    yield case("RandomGamma", np.array([[2]], np.int32), np.float32(1), seed=1)
    yield from steps_of("RandomGamma", lambda seed, seed2: tf.raw_ops.RandomGamma(
        shape=[3], alpha=tf.constant([0.5, 4.0]), seed=seed, seed2=seed2))
