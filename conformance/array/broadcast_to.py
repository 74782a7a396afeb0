"""`BroadcastTo`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("BroadcastTo", some(dtype, 2, 1), np.array([2, 3], kind))
    for shape, wanted in [((), [2, 3]), ((3,), [2, 3]), ((3,), [3]), ((1,), [0]), ((0,), [2, 0]), ((2, 1, 3), [2, 4, 3]), ((1, 1), [3, 2]),
                          ((3,), [2]), ((3,), [1]), ((2, 3), [3]), ((2,), [2, 3]), ((3,), [-1]), ((1,), [3, -1]), ((), []), ((2, 3), [])]:
        yield case("BroadcastTo", floats(*shape), np.array(wanted, np.int32))


def gradients():
    for shape, wanted in [((2, 1), [2, 3]), ((), [2, 3]), ((3,), [2, 3]), ((1, 3), [4, 2, 3]), ((3,), [3])]:
        yield gradient("BroadcastTo", floats(*shape, dtype=np.float64), np.array(wanted, np.int32))
