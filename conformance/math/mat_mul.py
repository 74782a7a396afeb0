"""`MatMul`."""
from harness import FLOATS, case, floats, gradient, ints, nasty, np


def cases():
    sides = [((2, 3), (3, 4), 0, 0), ((3, 2), (3, 4), 1, 0), ((2, 3), (4, 3), 0, 1), ((3, 2), (4, 3), 1, 1),
             ((1, 5), (5, 1), 0, 0), ((17, 33), (33, 9), 0, 0), ((33, 17), (9, 33), 1, 1), ((2, 0), (0, 3), 0, 0),
             ((0, 2), (2, 3), 0, 0), ((2, 3), (4, 5), 0, 0), ((3,), (3, 4), 0, 0), ((2, 3, 1), (2, 3, 1), 0, 0)]
    for a, b, transpose_a, transpose_b in sides:
        for dtype in FLOATS + [np.complex64, np.complex128]:
            yield case("MatMul", floats(*a, dtype=dtype), floats(*b, dtype=dtype),
                       transpose_a=bool(transpose_a), transpose_b=bool(transpose_b))
        for dtype in [np.int32, np.int64]:
            yield case("MatMul", ints(*a, dtype=dtype), ints(*b, dtype=dtype),
                       transpose_a=bool(transpose_a), transpose_b=bool(transpose_b))
    yield case("MatMul", nasty(np.float32, 2, 3), floats(3, 2))


def gradients():
    for a, b, transpose_a, transpose_b in [((2, 3), (3, 4), 0, 0), ((3, 2), (3, 4), 1, 0), ((2, 3), (4, 3), 0, 1),
                                           ((3, 2), (4, 3), 1, 1)]:
        yield gradient("MatMul", floats(*a, dtype=np.float64), floats(*b, dtype=np.float64),
                       transpose_a=bool(transpose_a), transpose_b=bool(transpose_b))


def bench():
    for m, k, n in [(100, 784, 100), (100, 784, 10), (128, 3136, 1024), (128, 1024, 10)]:
        yield case("MatMul", floats(m, k), floats(k, n))
        yield case("MatMul", floats(m, n), floats(k, n), transpose_b=True)
        yield case("MatMul", floats(m, k), floats(m, n), transpose_a=True)
