"""`OneHot`."""
from harness import ANY, case, floats, ints, np, some


def cases():
    for dtype in ANY:
        for kind in [np.uint8, np.int8, np.int32, np.int64]:
            yield case("OneHot", np.array([0, 2, 1], kind), np.int32(3), some(dtype), some(dtype))
    for shape in [(), (4,), (2, 3), (0,)]:
        for axis in [-1, 0, 1, 2]:
            for depth in [0, 1, 4]:
                yield case("OneHot", ints(*shape, low=-1, high=5), np.int32(depth), np.float32(1), np.float32(0), axis=axis, shapes=axis <= len(shape))
    yield case("OneHot", np.array([0, 1]), np.int32(-1), np.float32(1), np.float32(0))
    yield case("OneHot", np.array([0, 1]), np.array([2], np.int32), np.float32(1), np.float32(0))
    yield case("OneHot", np.array([0, 1]), np.int32(2), floats(1), np.float32(0), shapes=False)
    yield case("OneHot", np.array([0, 1]), np.int32(2), np.float32(1), floats(1), shapes=False)
