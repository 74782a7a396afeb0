"""`Unpack`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("Unpack", some(dtype, 2, 3), num=2)
        yield case("Unpack", some(dtype, 2, 3), num=3, axis=1)
    for shape, num, axis in [((3,), 3, 0), ((3,), 3, -1), ((3,), 2, 0), ((2, 3, 4), 4, -1), ((2, 3, 4), 3, 1), ((0, 3), 0, 0),
                             ((2, 0), 2, 0), ((3,), 3, 1), ((3,), 3, -2), ((), 1, 0), ((1, 3), 1, 0)]:
        yield case("Unpack", floats(*shape), num=num, axis=axis)


def gradients():
    yield gradient("Unpack", floats(2, 3, dtype=np.float64), num=2)
    yield gradient("Unpack", floats(2, 3, dtype=np.float64), num=3, axis=-1)
    yield gradient("Unpack", floats(2, 3, dtype=np.float64), num=3, axis=1, outputs=[1])
