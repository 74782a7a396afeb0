"""`LowerBound`."""
from harness import FLOATS, INTS, case, floats, np, some, tf


def cases():
    for dtype in FLOATS + INTS:
        for out in [tf.int32, tf.int64]:
            yield case("LowerBound", np.sort(some(dtype, 2, 7), 1), some(dtype, 2, 4), out_type=out)
    row = np.array([[0, 3, 3, 3, 9], [1, 2, 3, 4, 5]], np.float32)
    yield case("LowerBound", row, np.array([[3, 4, -1, 10], [3, 4, 0, 6]], np.float32))
    yield case("LowerBound", np.zeros([2, 0], np.float32), floats(2, 3))
    yield case("LowerBound", np.sort(floats(2, 3), 1), floats(2, 0))
    yield case("LowerBound", np.zeros([0, 3], np.float32), floats(0, 2))
    yield case("LowerBound", np.sort(floats(2, 3), 1), floats(3, 3), shapes=False)
