"""`RandomPoissonV2` (`RandomPoisson` is only in graphs that are older than what clients still make) and `StatelessRandomPoisson`."""
from harness import case, inf, np, tf
from streams import SEEDS, STATELESS_SEEDS, steps_of

RATES = [0.0, 0.1, 1.0, 9.5, 10.0, 50.0, 1000.0]


def cases():
    kinds = [np.float16, np.float32, np.float64, np.int32, np.int64]
    for rate_type in kinds:
        for kind in kinds:
            for seed, seed2 in SEEDS[:2]:
                yield case("RandomPoissonV2", np.array([5], np.int32), np.array(RATES, rate_type), dtype=kind, seed=seed,
                           seed2=seed2)
            yield case("StatelessRandomPoisson", np.array([4, 7], np.int32), np.array(STATELESS_SEEDS[0]),
                       np.array(RATES, rate_type), dtype=kind)
    yield case("RandomPoissonV2", np.array([50], np.int32), np.array([11.0, 12.5, 30.0, 1e6]), seed=5)
    yield case("RandomPoissonV2", np.array([2], np.int32), np.array([-1.0]), seed=5)
    yield case("RandomPoissonV2", np.array([2], np.int32), np.array([inf]), seed=5, dtype=np.float64)
    for shape in [(0,), (2, 0)]:
        yield case("RandomPoissonV2", np.array(shape, np.int32), np.array(RATES), seed=1)
    yield case("RandomPoissonV2", np.array([-3], np.int32), np.float64(1), seed=1)
    yield case("StatelessRandomPoisson", np.array([4, 6], np.int32), np.array([1, 2]), np.array(RATES), dtype=np.int64)
    yield from steps_of("RandomPoissonV2", lambda seed, seed2: tf.raw_ops.RandomPoissonV2(
        shape=[3], rate=tf.constant([0.5, 40.0]), seed=seed, seed2=seed2))
