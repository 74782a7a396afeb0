"""`OnesLike`."""
from harness import ANY, case, floats, gradient, nasty, np, some


def cases():
    for dtype in [dtype for dtype in ANY if dtype is not np.object_]:
        for shape in [(), (3,), (2, 0), (2, 3, 2)]:
            yield case("OnesLike", some(dtype, *shape))
    yield case("OnesLike", nasty(np.float32))


def gradients():
    yield gradient("OnesLike", floats(2, 3, dtype=np.float64))
