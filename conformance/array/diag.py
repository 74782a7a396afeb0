"""`Diag`."""
from harness import case, floats, gradient, np, some

TYPES = [np.float16, np.float32, np.float64, np.int32, np.int64, np.complex64, np.complex128]


def cases():
    for dtype in TYPES:
        for shape in [(3,), (2, 3), (0,), (1,), (2, 1, 2)]:
            yield case("Diag", some(dtype, *shape))
    yield case("Diag", floats())


def gradients():
    yield gradient("Diag", floats(3, dtype=np.float64))
    yield gradient("Diag", floats(2, 3, dtype=np.float64))
