"""`Size`."""
from harness import ANY, case, some, tf


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0), (2, 3, 2)]:
            yield case("Size", some(dtype, *shape))
            yield case("Size", some(dtype, *shape), out_type=tf.int64)
