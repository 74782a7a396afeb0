"""`Placeholder`, `PlaceholderWithDefault`."""
from harness import ANY, case, floats, gradient, np, scenario, some, tf, v1


def fed(value):
    place = v1.placeholder(tf.as_dtype(value.dtype))
    return [([tf.identity(place)], {place: value})]


def not_fed(shape):
    return [[tf.identity(v1.placeholder(tf.float32, shape))]]


def cases():
    for dtype in ANY:
        yield scenario(f"a placeholder is fed {tf.as_dtype(dtype).name}", lambda value=some(dtype, 2, 3): fed(value))
        yield case("PlaceholderWithDefault", some(dtype, 2, 3), shape=[2, 3])
    for shape in [None, [], [2, 3], [None]]:
        yield scenario(f"a placeholder of shape {shape} is not fed", lambda shape=shape: not_fed(shape))
    yield case("PlaceholderWithDefault", some(np.float32, 2, 3), shape=[None, 3])


def gradients():
    yield gradient("PlaceholderWithDefault", floats(2, 3, dtype=np.float64), shape=[2, 3])
