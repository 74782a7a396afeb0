"""`Sum`."""
from reductions import reduction_gradients, reductions
from elementwise import COMPLEX, FLOATS, INTS
from harness import case, floats, np


def cases():
    yield from reductions("Sum", FLOATS + INTS + COMPLEX)


def gradients():
    yield from reduction_gradients("Sum")


def bench():
    for shape, axes in [((100, 100), [0]), ((100, 100), [1]), ((100, 100), [0, 1]), ((1000, 1000), [0]), ((1000, 1000), [1]), ((1000, 1000), [0, 1])]:
        yield case("Sum", floats(*shape), np.array(axes, np.int32))
