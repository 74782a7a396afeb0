"""`RandomShuffle`."""
from harness import FLOATS, INTS, case, np, strings, tf
from streams import SEEDS, steps_of


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        for shape in [(7,), (5, 3), (2, 2, 2)]:
            yield case("RandomShuffle", np.arange(np.prod(shape)).reshape(shape).astype(dtype), seed=3, seed2=4)
    for seed, seed2 in SEEDS:
        for shape in [(), (1,), (0,), (2,), (100,), (1, 9), (9, 0), (4, 1)]:
            yield case("RandomShuffle", np.arange(np.prod(shape, dtype=int)).reshape(shape), seed=seed, seed2=seed2)
    yield case("RandomShuffle", strings("a", "bc", "", "d"), seed=1)
    yield from steps_of("RandomShuffle", lambda seed, seed2: tf.raw_ops.RandomShuffle(
        value=tf.range(9), seed=seed, seed2=seed2))
