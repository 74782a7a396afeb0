"""`Sqrt`, `SqrtGrad`."""
from elementwise import COMPLEX, FLOATS, SHAPES, nasty, unary, unary_gradients, values
from harness import case, floats, gradient, np


def cases():
    for op in ['Sqrt']:
        yield from unary(op, FLOATS + COMPLEX, 0.1, 9)
    for op in ['SqrtGrad']:
        for dtype in FLOATS + COMPLEX:
            for shape in SHAPES[:5]:
                yield case(op, values(shape, dtype, 1, 3), values(shape, dtype))
        yield case(op, values((2,), np.float32), values((3,), np.float32))
        yield case(op, nasty(np.float32), values((13,), np.float32))


def gradients():
    for op in ['Sqrt']:
        yield from unary_gradients(op, 0.5, 3)
        yield gradient(op, values((3,), np.complex128), wrt=[0], outputs=[0], numeric=False)
    for op in ['SqrtGrad']:
        yield gradient(op, floats(4, dtype=np.float64, low=0.5, high=2), floats(4, dtype=np.float64))
