"""`LRN`, `LRNGrad`."""
from harness import case, floats, gradient, np

FORMS = [dict(), dict(depth_radius=1), dict(depth_radius=0), dict(depth_radius=100),
         dict(depth_radius=2, bias=2.0, alpha=1e-4, beta=0.75), dict(depth_radius=1, bias=0.5, alpha=0.3, beta=1.0)]


def cases():
    for attrs in FORMS:
        for dtype in [np.float32, np.float16]:
            for shape in [(1, 2, 2, 3), (2, 3, 4, 17), (1, 1, 1, 1), (0, 2, 2, 3), (1, 2, 2, 0)]:
                x = floats(*shape, dtype=dtype)
                yield case("LRN", x, **attrs)
                # TensorFlow computes half-width floats in their own type.
                yield case("LRNGrad", floats(*shape, dtype=dtype), x, floats(*shape, dtype=dtype),
                           atol=0.02 if dtype == np.float16 else None, **attrs)
    yield case("LRN", floats(2, 3))
    yield case("LRN", floats(1, 1, 1, 3), depth_radius=1 << 40)
    yield case("LRNGrad", floats(1, 3), floats(1, 3), floats(1, 3))
    yield case("LRNGrad", floats(1, 1, 1, 3), floats(1, 1, 2, 3), floats(1, 1, 1, 3))
    yield case("LRNGrad", floats(1, 1, 1, 3), floats(1, 1, 1, 3), floats(1, 1, 1, 2))


def gradients():
    for attrs in FORMS:
        # There is no kernel for float64, so finite differences are too coarse.
        yield gradient("LRN", floats(1, 2, 2, 5), numeric=False, rtol=1e-4, **attrs)


def bench():
    x = floats(32, 14, 14, 64)
    yield case("LRN", x, depth_radius=4)
    yield case("LRNGrad", floats(*x.shape), x, floats(*x.shape), depth_radius=4)
