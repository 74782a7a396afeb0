"""`Reciprocal`, `Inv`, `ReciprocalGrad`, `InvGrad`."""
from elementwise import COMPLEX, FLOATS, SHAPES, nasty, unary, unary_gradients, values, without_kernel
from harness import case, floats, gradient, np


def cases():
    for op in ['Reciprocal', 'Inv']:
        yield from unary(op, FLOATS + COMPLEX, 0.2, 4)
    for op in ['ReciprocalGrad', 'InvGrad']:
        for dtype in FLOATS + COMPLEX:
            for shape in SHAPES[:5]:
                yield case(op, values(shape, dtype, 1, 3), values(shape, dtype))
        yield case(op, values((2,), np.float32), values((3,), np.float32))
        yield case(op, nasty(np.float32), values((13,), np.float32))
    yield from without_kernel("Reciprocal", [np.int32, np.int64])


def gradients():
    for op in ['Reciprocal', 'Inv']:
        yield from unary_gradients(op, 0.5, 3)
        yield gradient(op, values((3,), np.complex128), wrt=[0], outputs=[0], numeric=False)
    for op in ['ReciprocalGrad', 'InvGrad']:
        yield gradient(op, floats(4, dtype=np.float64, low=0.5, high=2), floats(4, dtype=np.float64))
