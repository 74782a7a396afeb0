"""`BatchMatMul`, `BatchMatMulV2`, `BatchMatMulV3`."""
from elementwise import COMPLEX, FLOATS, alone, values
from harness import bf16, case, floats, gradient, ints, np


SIDES = [((2, 2, 3), (2, 3, 4), 0, 0), ((2, 3, 2), (2, 3, 4), 1, 0), ((2, 2, 3), (2, 4, 3), 0, 1), ((2, 3, 2), (2, 4, 3), 1, 1),
         ((2, 3), (3, 4), 0, 0), ((0, 2, 3), (0, 3, 4), 0, 0), ((2, 2, 0), (2, 0, 3), 0, 0), ((2, 3, 17, 9), (2, 3, 9, 5), 0, 0),
         ((2, 3), (4, 5), 0, 0), ((3,), (3, 2), 0, 0), ((2, 2, 3), (3, 3, 4), 0, 0)]
BROADCAST = [((2, 2, 3), (3, 4), 0, 0), ((2, 3), (5, 3, 4), 0, 0), ((4, 1, 2, 3), (3, 3, 4), 0, 0), ((1, 2, 3), (3, 3, 4), 0, 0),
             ((1, 3, 2), (3, 4, 3), 1, 1)]


def cases():
    types = FLOATS + COMPLEX + [np.int32, np.int64]
    for x, y, adj_x, adj_y in SIDES + BROADCAST:
        for dtype in types:
            adjoint = {"adj_x": bool(adj_x), "adj_y": bool(adj_y)}
            left, right = values(x, dtype), values(y, dtype)
            yield case("BatchMatMul", left, right, **adjoint)
            yield case("BatchMatMulV2", left, right, **adjoint)
            if dtype != np.float16:
                yield case("BatchMatMulV3", left, right, Tout=dtype, **adjoint)
    yield case("BatchMatMulV2", values((2, 2, 3), np.int16), values((2, 3, 2), np.int16))
    yield alone("BatchMatMulV2", values((2, 2, 3), np.uint8), values((2, 3, 2), np.uint8))
    for left in [np.int8, np.uint8]:
        for right in [np.int8, np.uint8]:
            yield case("BatchMatMulV3", ints(2, 2, 9, dtype=left), ints(2, 9, 2, dtype=right), Tout=np.int32)
        yield case("BatchMatMulV3", ints(2, 2, 9, dtype=left), values((2, 9, 2), bf16), Tout=bf16)


def gradients():
    for x, y, adj_x, adj_y in SIDES[:5] + BROADCAST:
        yield gradient("BatchMatMulV2", floats(*x, dtype=np.float64), floats(*y, dtype=np.float64), adj_x=bool(adj_x),
                       adj_y=bool(adj_y))
    for x, y, adj_x, adj_y in SIDES[:4]:
        yield gradient("BatchMatMul", floats(*x, dtype=np.float64), floats(*y, dtype=np.float64), adj_x=bool(adj_x),
                       adj_y=bool(adj_y))
    x, y, *_ = BROADCAST[2]
    yield gradient("BatchMatMulV3", floats(*x, dtype=np.float64), floats(*y, dtype=np.float64), Tout=np.float64)


def bench():
    yield case("BatchMatMulV2", floats(32, 64, 64), floats(32, 64, 64))
    yield case("BatchMatMulV2", floats(8, 128, 64), floats(8, 128, 64), adj_y=True)
