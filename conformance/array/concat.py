"""`Concat`, `ConcatV2`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("ConcatV2", some(dtype, 2, 3), some(dtype, 2, 1), np.int32(1))
        yield case("Concat", np.int32(0), some(dtype, 2, 3), some(dtype, 1, 3))
    for shapes, axis in [([(2,), (3,)], 0), ([(2,), (3,)], -1), ([(2, 3), (2, 3), (2, 3)], -2), ([(0,), (3,)], 0), ([(2, 0), (2, 3)], 1),
                         ([(2, 3, 4), (2, 1, 4)], 1), ([(2,), (3,)], 1), ([(2,), (3,)], -2), ([(2, 3), (3, 2)], 0), ([(2,), (2, 1)], 0),
                         ([(), ()], 0), ([(17, 3), (17, 33)], 1)]:
        for kind in [np.int32, np.int64]:
            yield case("ConcatV2", *[floats(*shape) for shape in shapes], kind(axis))
        yield case("Concat", np.int32(axis), *[floats(*shape) for shape in shapes])
    yield case("ConcatV2", floats(2), floats(3), np.array([0], np.int32))
    yield case("ConcatV2", floats(2), floats(3), np.array([0, 0], np.int32))


def gradients():
    for shapes, axis in [([(2, 3), (1, 3)], 0), ([(2, 3), (2, 1), (2, 2)], -1), ([(2, 0), (2, 3)], 1)]:
        values = [floats(*shape, dtype=np.float64) for shape in shapes]
        yield gradient("ConcatV2", *values, np.int32(axis))
        yield gradient("Concat", np.int32(axis), *values)


def bench():
    yield case("ConcatV2", floats(128, 512), floats(128, 512), np.int32(1))
    yield case("ConcatV2", floats(128, 512), floats(128, 512), np.int32(0))
