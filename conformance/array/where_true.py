"""`Where`."""
from harness import ANY, bools, case, nasty, np, some


def cases():
    for dtype in ANY:
        if dtype not in (np.object_, np.float16):  # TensorFlow has no kernel for half floats.
            for shape in [(7,), (3, 4), (2, 3, 2), (0,), (2, 0), (1, 1, 1, 1, 2)]:
                yield case("Where", some(dtype, *shape))
    for shape in [(2,) * 8, (1,) * 9, ()]:
        yield case("Where", bools(*shape) if shape else np.array(True))
    yield case("Where", nasty(np.float64, 4, 4))
