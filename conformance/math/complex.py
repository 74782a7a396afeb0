"""`Complex`."""
from elementwise import PAIRS, nasty, values
from harness import case, gradient, np


def cases():
    for part, whole in [(np.float32, np.complex64), (np.float64, np.complex128)]:
        for re, im in PAIRS:
            yield case("Complex", values(re, part), values(im, part), Tout=whole)
        yield case("Complex", nasty(part), nasty(part)[::-1], Tout=whole)


def gradients():
    for re, im in [((3,), (3,)), ((2, 3), (3,)), ((), (2,))]:
        yield gradient("Complex", values(re, np.float64), values(im, np.float64), outputs=[0], numeric=False, Tout=np.complex128)
