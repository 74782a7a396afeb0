"""`MatrixDiag`, `MatrixDiagV2`, `MatrixDiagV3`."""
from harness import ANY, case, floats, gradient, np, some

ALIGN = ["LEFT_LEFT", "LEFT_RIGHT", "RIGHT_LEFT", "RIGHT_RIGHT"]


def i32(value):
    return np.array(value, np.int32)


def cases():
    for dtype in ANY:
        if dtype is not np.object_:
            yield case("MatrixDiag", some(dtype, 2, 3))
            yield case("MatrixDiagV3", some(dtype, 2, 3), i32(1), i32(-1), i32(-1), some(dtype))
    for shape in [(3,), (1,), (0,), (2, 0), (2, 3, 2), ()]:
        yield case("MatrixDiag", floats(*shape))
    for align in ALIGN:
        for shape, k, rows, columns in [((3,), 0, -1, -1), ((3,), 2, -1, -1), ((3,), -1, -1, -1), ((3,), 1, 3, 4), ((3,), 1, 3, 6), ((3,), 1, 5, 4), ((3,), 1, 5, 6),
                                        ((3,), 0, 2, 2), ((2, 3), [0, 1], -1, -1), ((3, 4), [-1, 1], 4, 4), ((2, 3, 3), [-1, 1], -1, -1), ((3, 3), [-2, 0], 5, 3),
                                        ((2, 3), [-1, 1], -1, -1), ((3,), [0, 0], -1, -1), ((2, 3), [1, 0], -1, -1), ((2, 3), [1, 2], 3, 4), ((3,), [0, 1, 2], -1, -1)]:
            yield case("MatrixDiagV3", floats(*shape), i32(k), i32(rows), i32(columns), np.float32(7), align=align)
    for shape, k in [((3,), 1), ((2, 3), [-1, 0]), ((2, 3, 4), [0, 2])]:
        yield case("MatrixDiagV2", floats(*shape), i32(k), i32(-1), i32(-1), np.float32(0))


def gradients():
    yield gradient("MatrixDiag", floats(2, 3, dtype=np.float64))
    yield gradient("MatrixDiagV2", floats(2, 3, dtype=np.float64), i32([-1, 0]), i32(-1), i32(-1), np.float64(0), wrt=[0])
    for align in ALIGN:
        yield gradient("MatrixDiagV3", floats(3, 3, dtype=np.float64), i32([-1, 1]), i32(-1), i32(-1), np.float64(0), wrt=[0], align=align)
