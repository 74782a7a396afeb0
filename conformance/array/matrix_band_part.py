"""`MatrixBandPart`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        if dtype is not np.object_:
            for kind in [np.int32, np.int64]:
                yield case("MatrixBandPart", some(dtype, 3, 4), kind(1), kind(0))
    for shape in [(3, 4), (4, 3), (2, 3, 3), (1, 1), (0, 3), (3, 0), (3,)]:
        for lower, upper in [(0, 0), (-1, 0), (0, -1), (-1, -1), (1, 2), (5, 5), (2, 1)]:
            yield case("MatrixBandPart", floats(*shape), np.int64(lower), np.int64(upper), shapes=len(shape) > 1)
    yield case("MatrixBandPart", floats(3, 3), np.array([1]), np.int64(1), shapes=False)


def gradients():
    for lower, upper in [(0, 0), (1, -1), (-1, 1)]:
        yield gradient("MatrixBandPart", floats(2, 3, 4, dtype=np.float64), np.int64(lower), np.int64(upper))
