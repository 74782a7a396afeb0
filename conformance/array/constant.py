"""`Const`."""
from harness import ANY, np, scenario, some, tf


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0), (2, 3)]:
            value = some(dtype, *shape)
            yield scenario(f"a constant {tf.as_dtype(value.dtype).name}{list(shape)}",
                           lambda value=value: [[tf.constant(value)]])
    yield scenario("a constant of one value", lambda: [[tf.constant(7.5, tf.float32, [3, 4])]])
    yield scenario("a constant of large numbers", lambda: [[tf.constant(np.array([2**63 - 1, -2**63]))]])
