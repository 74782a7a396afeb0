"""`Tile`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        if dtype is np.uint16:
            continue  # TensorFlow has no kernel for it.
        for kind in [np.int32, np.int64]:
            yield case("Tile", some(dtype, 2, 3), np.array([2, 1], kind))
    for shape, multiples in [((), []), ((3,), [0]), ((3,), [1]), ((0,), [3]), ((2, 3), [1, 3]), ((2, 3), [0, 2]), ((2, 1, 3), [2, 3, 2]),
                             ((3,), [-1]), ((2, 3), [2]), ((3,), [1, 2])]:
        yield case("Tile", floats(*shape), np.array(multiples, np.int32), shapes=-1 not in multiples)
    yield case("Tile", floats(3), np.array([[2]], np.int32))


def gradients():
    for shape, multiples in [((2, 3), [2, 3]), ((3,), [1]), ((3,), [0]), ((2, 1, 2), [1, 3, 2])]:
        for kind in [np.int32, np.int64]:
            yield gradient("Tile", floats(*shape, dtype=np.float64), np.array(multiples, kind))
