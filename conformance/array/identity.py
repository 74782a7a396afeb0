"""`Identity`, `IdentityN`."""
from harness import ANY, case, floats, gradient, nasty, np, some


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0), (2, 3, 2)]:
            yield case("Identity", some(dtype, *shape))
        yield case("IdentityN", some(dtype, 2), some(np.int32, 3), some(np.float32))
    yield case("Identity", nasty(np.float32))


def gradients():
    yield gradient("Identity", floats(2, 3, dtype=np.float64))
    yield gradient("IdentityN", floats(2, dtype=np.float64), floats(3, dtype=np.float64))
