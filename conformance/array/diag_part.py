"""`DiagPart`."""
from harness import case, floats, gradient, np, some

TYPES = [np.float16, np.float32, np.float64, np.int32, np.int64, np.complex64, np.complex128]


def cases():
    for dtype in TYPES:
        for shape in [(3, 3), (2, 3, 2, 3), (0, 0), (1, 1)]:
            yield case("DiagPart", some(dtype, *shape))
    for shape in [(), (3,), (3, 2), (2, 3, 3, 2), (2, 2, 2)]:
        yield case("DiagPart", floats(*shape))


def gradients():
    yield gradient("DiagPart", floats(3, 3, dtype=np.float64))
    yield gradient("DiagPart", floats(2, 3, 2, 3, dtype=np.float64))
