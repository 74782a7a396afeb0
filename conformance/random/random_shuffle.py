"""`RandomShuffle`, `StatelessShuffle`."""
from harness import FLOATS, INTS, case, np, strings, tf
from streams import SEEDS, STATELESS_SEEDS, key_counter, steps_of


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
    for seed in STATELESS_SEEDS:
        key, counter = key_counter(seed)
        for shape in [(), (1,), (0,), (2,), (100,), (5, 3), (9, 0)]:
            value = np.arange(np.prod(shape, dtype=int)).reshape(shape)
            yield case("StatelessShuffle", value, key, counter, np.int32(1))
    for dtype in FLOATS + INTS + [np.complex64, np.bool_]:
        yield case("StatelessShuffle", np.arange(14).reshape(7, 2).astype(dtype), key, counter, np.int32(3))
    yield case("StatelessShuffle", strings("a", "bc", "", "d"), key, counter, np.int32(1))
    value = np.arange(5)
    for bad in [(key, counter, np.int32(7)), (key[0], counter, np.int32(1)), (counter, counter, np.int32(1)),
                (key, counter, np.array([1], np.int32))]:
        yield case("StatelessShuffle", value, *bad)
