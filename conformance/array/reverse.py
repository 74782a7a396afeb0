"""`Reverse`, `ReverseV2`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("ReverseV2", some(dtype, 2, 3), np.array([1], kind))
        yield case("Reverse", some(dtype, 2, 3), np.array([True, False]))
    for shape, axes in [((3,), [0]), ((3,), [-1]), ((3,), []), ((2, 3, 4), [0, 2]), ((2, 3, 4), [1]), ((2, 3, 4), [0, 1, -1]), ((0,), [0]), ((), []), ((3,), [1]),
                        ((3,), [-2]), ((3,), [0, 0]), ((3,), [0, -1]), ((2, 0), [1])]:
        yield case("ReverseV2", floats(*shape), np.array(axes, np.int32))
    for shape, flags in [((3,), [True]), ((3,), [False]), ((2, 3, 4), [True, False, True]), ((2, 3, 4), [True, True, True]), ((3,), [True, True]), ((), []), ((2, 0), [True, True])]:
        yield case("Reverse", floats(*shape), np.array(flags, bool))
    yield case("ReverseV2", floats(3), np.array([[0]], np.int32))


def gradients():
    yield gradient("ReverseV2", floats(2, 3, dtype=np.float64), np.array([0, 1], np.int32))
    yield gradient("Reverse", floats(2, 3, dtype=np.float64), np.array([True, False]))
