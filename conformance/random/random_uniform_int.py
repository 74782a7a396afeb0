"""`RandomUniformInt`."""
from harness import case, np, tf
from streams import SEEDS, steps_of


def cases():
    for dtype in (np.int32, np.int64):
        info = np.iinfo(dtype)
        for low, high in [(0, 10), (-5, 5), (0, 1), (info.min, info.max), (7, 8), (0, 2**31 - 1)]:
            for seed, seed2 in SEEDS[:3]:
                for shape in [(), (5,), (3, 3)]:
                    yield case("RandomUniformInt", np.array(shape, np.int32), np.array(low, dtype), np.array(high, dtype),
                               seed=seed, seed2=seed2)
        for low, high in [(3, 3), (4, 3)]:
            yield case("RandomUniformInt", np.array([2], np.int32), np.array(low, dtype), np.array(high, dtype), seed=1)
            yield case("RandomUniformInt", np.array([0], np.int32), np.array(low, dtype), np.array(high, dtype), seed=1)
        yield case("RandomUniformInt", np.array([2], np.int32), np.array([1], dtype), np.array(3, dtype), seed=1)
        yield case("RandomUniformInt", np.array([2], np.int32), np.array(1, dtype), np.array([3], dtype), seed=1)
    yield case("RandomUniformInt", np.array(2, np.int32), np.int32(1), np.int32(3), seed=1)
    yield case("RandomUniformInt", np.array([-2], np.int32), np.int32(1), np.int32(3), seed=1)
    yield from steps_of("RandomUniformInt", lambda seed, seed2: tf.raw_ops.RandomUniformInt(
        shape=[7], minval=-100, maxval=100, seed=seed, seed2=seed2))
