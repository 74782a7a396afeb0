"""`Squeeze`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        yield case("Squeeze", some(dtype, 1, 3, 1))
        yield case("Squeeze", some(dtype, 1, 3, 1), squeeze_dims=[0])
    for shape in [(), (1,), (1, 1), (2, 1, 0), (1, 2, 1, 3)]:
        for dims in [[], [0], [-1], [1], [0, 2], [0, 0], [4], [-5]]:
            yield case("Squeeze", floats(*shape), squeeze_dims=dims)


def gradients():
    yield gradient("Squeeze", floats(1, 3, 1, dtype=np.float64))
    yield gradient("Squeeze", floats(1, 3, 1, dtype=np.float64), squeeze_dims=[-1])
