"""`Max`."""
from reductions import reduction_gradients, reductions
from elementwise import FLOATS, INTS
from harness import case, floats, np


def cases():
    yield from reductions("Max", FLOATS + INTS)


def gradients():
    yield from reduction_gradients("Max")


def bench():
    for shape, axes in [((100, 100), [0]), ((100, 100), [1]), ((100, 100), [0, 1]), ((1000, 1000), [0]), ((1000, 1000), [1]), ((1000, 1000), [0, 1])]:
        yield case("Max", floats(*shape), np.array(axes, np.int32))
