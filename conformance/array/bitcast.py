"""`Bitcast`."""
from harness import FLOATS, INTS, case, floats, nasty, np, some, tf


def cases():
    types = FLOATS + INTS + [np.complex64, np.complex128]
    for dtype in types:
        for to in types:
            ratio = tf.as_dtype(to).size // tf.as_dtype(dtype).size
            yield case("Bitcast", some(dtype, *((2, ratio) if ratio > 1 else (2,))), type=tf.as_dtype(to))
    yield case("Bitcast", floats(2, 3), type=tf.float64)
    yield case("Bitcast", floats(), type=tf.float64)
    yield case("Bitcast", floats(0, 2), type=tf.float64)
    yield case("Bitcast", nasty(np.float32), type=tf.int32)
