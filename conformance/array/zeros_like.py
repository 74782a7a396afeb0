"""`ZerosLike`."""
from harness import ANY, case, floats, gradient, nasty, np, some


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0), (2, 3, 2)]:
            yield case("ZerosLike", some(dtype, *shape))
    yield case("ZerosLike", nasty(np.float32))


def gradients():
    yield gradient("ZerosLike", floats(2, 3, dtype=np.float64))
