"""`SoftmaxCrossEntropyWithLogits`."""
from harness import FLOATS, case, floats, gradient, inf, nan, np

OP = "SoftmaxCrossEntropyWithLogits"
# TensorFlow adds half-width floats up in their own type.
COARSE = {"float16": 0.01, "bfloat16": 0.1}


def labels(*shape, dtype=np.float32):
    raw = np.abs(floats(*shape, dtype=np.float64)) + 0.01
    return (raw / raw.sum(-1, keepdims=True)).astype(dtype)


def cases():
    for dtype in FLOATS:
        for shape in [(1, 1), (3, 10), (33, 17), (2, 1), (0, 3), (5, 300)]:
            yield case(OP, 3 * floats(*shape, dtype=dtype), labels(*shape, dtype=dtype))
        for x, y in [((3, 4), (1, 4)), ((1, 4), (3, 4)), ((3, 1), (3, 4)), ((3, 4), (4,)), ((4,), (3, 4))]:
            yield case(OP, floats(*x, dtype=dtype), floats(*y, dtype=dtype), atol=COARSE.get(np.dtype(dtype).name))
        one_hot = np.eye(4)[[0, 3, 1, 2, 0]].astype(dtype)
        rows = [[inf, 1, 2, 0], [nan, 1, 2, 0], [-inf, -inf, -inf, -inf], [-inf, 0, 1, 2], [1e4, -1e4, 0, 0]]
        yield case(OP, np.array(rows, np.float64).astype(dtype), one_hot)
    for x, y in [((3, 4), (3, 5)), ((3,), (3,)), ((2, 3, 4), (2, 3, 4)), ((), ()), ((2, 3), (3, 3))]:
        yield case(OP, floats(*x), floats(*y))


def gradients():
    for shape in [(3, 5), (1, 7), (4, 1)]:
        x, y = floats(*shape, dtype=np.float64), labels(*shape, dtype=np.float64)
        yield gradient(OP, x, y, outputs=[0])
        yield gradient(OP, x, y, wrt=[0])
        yield gradient(OP, x, y, wrt=[0], outputs=[1])


def bench():
    for rows in [100, 128]:
        yield case(OP, floats(rows, 10), labels(rows, 10))
