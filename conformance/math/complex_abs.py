"""`ComplexAbs`."""
from elementwise import COMPLEX, SHAPES, values
from harness import case, gradient, inf, nan, np


def cases():
    for dtype, part in zip(COMPLEX, [np.float32, np.float64]):
        for shape in SHAPES:
            yield case("ComplexAbs", values(shape, dtype), Tout=part)
        yield case("ComplexAbs", np.array([0, 1, -1, 1j, -1j, complex(inf, 1), complex(nan, 1), complex(0, nan)], dtype), Tout=part)


def gradients():
    yield gradient("ComplexAbs", values((3,), np.complex128), wrt=[0], outputs=[0], numeric=False, Tout=np.float64)
