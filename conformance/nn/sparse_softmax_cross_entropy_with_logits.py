"""`SparseSoftmaxCrossEntropyWithLogits`."""
from harness import FLOATS, case, floats, gradient, inf, ints, nan, np

OP = "SparseSoftmaxCrossEntropyWithLogits"


def cases():
    for dtype in FLOATS:
        for index in [np.int32, np.int64]:
            for rows, n in [(1, 1), (3, 10), (33, 17), (2, 1), (0, 3), (5, 300)]:
                yield case(OP, 3 * floats(rows, n, dtype=dtype), ints(rows, low=0, high=n, dtype=index))
        rows = [[inf, 1, 2, 0], [nan, 1, 2, 0], [-inf, 0, 1, 2], [-inf, 0, 1, 2], [1e4, -1e4, 0, 0]]
        yield case(OP, np.array(rows, np.float64).astype(dtype), np.array([0, 1, 0, 1, 1], np.int32))
    for x, y in [((3, 4), (2,)), ((3,), (3,)), ((2, 3, 4), (2, 3)), ((3, 4), (3, 1)), ((3, 4), ()), ((3, 0), (3,))]:
        yield case(OP, floats(*x), np.zeros(y, np.int64))


def gradients():
    for rows, n in [(3, 5), (1, 7)]:
        x, y = floats(rows, n, dtype=np.float64), ints(rows, low=0, high=n, dtype=np.int64)
        yield gradient(OP, x, y, outputs=[0])
        yield gradient(OP, x, y)
        yield gradient(OP, x, y, outputs=[1])


def bench():
    for rows in [100, 128]:
        yield case(OP, floats(rows, 10), ints(rows, low=0, high=10, dtype=np.int64))
