"""`EnsureShape`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("EnsureShape", some(dtype, 2, 3), shape=[None, 3])
    for shape, wanted in [((2, 3), None), ((2, 3), [2, 3]), ((2, 3), [None, None]), ((2, 3), [3, 2]), ((2, 3), [2]), ((2, 3), [2, 3, 1]), ((), []), ((0,), [0]), ((0,), [1])]:
        yield case("EnsureShape", floats(*shape), shape=wanted)


def gradients():
    yield gradient("EnsureShape", floats(2, 3, dtype=np.float64), shape=[2, None])
