"""`MatrixSetDiag`, `MatrixSetDiagV2`, `MatrixSetDiagV3`."""
from harness import ANY, case, floats, gradient, np, some

ALIGN = ["LEFT_LEFT", "LEFT_RIGHT", "RIGHT_LEFT", "RIGHT_RIGHT"]


def i32(value):
    return np.array(value, np.int32)


def cases():
    for dtype in ANY:
        if dtype is not np.object_:
            yield case("MatrixSetDiag", some(dtype, 2, 3), some(dtype, 2))
            yield case("MatrixSetDiagV3", some(dtype, 3, 4), some(dtype, 3, 3), i32([-1, 1]))
    for shape, diagonal in [((3, 3), (3,)), ((2, 3, 4), (2, 3)), ((4, 2), (2,)), ((0, 3), (0,)), ((3, 3), (2,)), ((2, 3, 3), (3,)), ((3,), (3,)), ((3, 3), ())]:
        yield case("MatrixSetDiag", floats(*shape), floats(*diagonal))
    for align in ALIGN:
        for shape, diagonal, k in [((3, 4), (3,), 1), ((3, 4), (2,), -1), ((3, 4), (3, 3), [-1, 1]), ((2, 3, 3), (2, 2, 3), [0, 1]), ((3, 4), (3,), [0, 0]),
                                   ((3, 4), (2, 3), [-1, 1]), ((3, 4), (3,), 7), ((3, 4), (2, 3), [1, 0])]:
            yield case("MatrixSetDiagV3", floats(*shape), floats(*diagonal), i32(k), align=align)
    yield case("MatrixSetDiagV2", floats(3, 4), floats(3, 3), i32([-1, 1]))


def gradients():
    yield gradient("MatrixSetDiag", floats(2, 3, 3, dtype=np.float64), floats(2, 3, dtype=np.float64))
    yield gradient("MatrixSetDiagV2", floats(3, 4, dtype=np.float64), floats(3, 3, dtype=np.float64), i32([-1, 1]))
    for align in ALIGN:
        yield gradient("MatrixSetDiagV3", floats(3, 4, dtype=np.float64), floats(3, 3, dtype=np.float64), i32([-1, 1]), align=align)
