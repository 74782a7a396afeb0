"""`Shape`, `ShapeN`."""
from harness import ANY, case, np, some, tf


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0), (2, 3, 2)]:
            yield case("Shape", some(dtype, *shape))
            yield case("Shape", some(dtype, *shape), out_type=tf.int64)
        yield case("ShapeN", some(dtype, 2), some(dtype, 3, 0), some(dtype))
    yield case("ShapeN", some(np.float32, 2, 1), some(np.float32), out_type=tf.int64)
