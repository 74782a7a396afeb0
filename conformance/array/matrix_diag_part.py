"""`MatrixDiagPart`, `MatrixDiagPartV2`, `MatrixDiagPartV3`."""
from harness import ANY, case, floats, gradient, np, some

ALIGN = ["LEFT_LEFT", "LEFT_RIGHT", "RIGHT_LEFT", "RIGHT_RIGHT"]


def i32(value):
    return np.array(value, np.int32)


def cases():
    for dtype in ANY:
        if dtype is not np.object_:
            yield case("MatrixDiagPart", some(dtype, 2, 3))
            yield case("MatrixDiagPartV3", some(dtype, 3, 4), i32([-1, 1]), some(dtype))
    for shape in [(3, 3), (2, 4), (4, 2), (2, 3, 4), (0, 3), (3, 0), (3,)]:
        yield case("MatrixDiagPart", floats(*shape))
        for k in [0, 1, -1, [0, 1], [-1, 1], [-2, -1], [1, 2], [3, 3], [-4, 0], [0, 9], [1, 0], [0, 1, 2], [[0]]]:
            yield case("MatrixDiagPartV3", floats(*shape), i32(k), np.float32(7))
            yield case("MatrixDiagPartV2", floats(*shape), i32(k), np.float32(7))
    for align in ALIGN:
        for k in [[-1, 1], [-2, 2], 1, [0, 2]]:
            yield case("MatrixDiagPartV3", floats(2, 3, 4), i32(k), np.float32(7), align=align)
            yield case("MatrixDiagPartV3", floats(4, 3), i32(k), np.float32(7), align=align)


def gradients():
    yield gradient("MatrixDiagPart", floats(2, 3, 3, dtype=np.float64))
    yield gradient("MatrixDiagPart", floats(3, 4, dtype=np.float64))
    yield gradient("MatrixDiagPartV2", floats(3, 4, dtype=np.float64), i32([-1, 1]), np.float64(0), wrt=[0])
    for align in ALIGN:
        yield gradient("MatrixDiagPartV3", floats(3, 4, dtype=np.float64), i32([-1, 2]), np.float64(0), wrt=[0], align=align)
