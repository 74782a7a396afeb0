"""`Fill`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("Fill", np.array([2, 3], kind), some(dtype))
    for dims in [[], [0], [3, 0, 2], [5], [-1], [2, -3], [1, 1, 1, 1]]:
        yield case("Fill", np.array(dims, np.int32), floats())
    yield case("Fill", np.array([2], np.int32), floats(1))
    yield case("Fill", np.array([2], np.int32), floats(2))
    yield case("Fill", np.array([[2]], np.int32), floats())
    yield case("Fill", np.array([2**40, 2**40]), floats())


def gradients():
    for dims in [[2, 3], [], [0]]:
        yield gradient("Fill", np.array(dims, np.int32), floats(dtype=np.float64))
