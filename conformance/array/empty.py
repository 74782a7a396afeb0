"""`Empty`."""
from harness import ANY, case, np, tf


def cases():
    for dtype in ANY:
        for shape in [[], [3], [2, 0], [2, 3]]:
            yield case("Empty", np.array(shape, np.int32), dtype=tf.as_dtype(dtype), init=True)
    yield case("Empty", np.array([-1], np.int32), dtype=tf.float32, init=True)
    yield case("Empty", np.array([[1]], np.int32), dtype=tf.float32, init=True)
    yield case("Empty", np.array([0], np.int32), dtype=tf.float32)
