"""`SparseTensorDenseAdd`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some

PLACES = np.array([[0, 1], [2, 0], [2, 3], [2, 3]])


def cases():
    for dtype in FLOATS + INTS + [np.complex64, np.complex128]:
        for kind in [np.int32, np.int64]:
            yield case("SparseTensorDenseAdd", PLACES.astype(kind), some(dtype, 4), np.array([3, 4], kind), some(dtype, 3, 4))
    for places, count, shape, dense in [(PLACES, 4, [3, 4], (4, 3)), (PLACES, 3, [3, 4], (3, 4)), (PLACES, 4, [2, 4], (2, 4)), (PLACES - 1, 4, [3, 4], (3, 4)), (np.zeros([0, 2], np.int64), 0, [3, 4], (3, 4)),
                                        (np.array([[2]]), 1, [4], (4,)), (np.array([[1, 0, 1]]), 1, [2, 2, 2], (2, 2, 2))]:
        yield case("SparseTensorDenseAdd", places, floats(count), np.array(shape), floats(*dense))


def gradients():
    yield gradient("SparseTensorDenseAdd", PLACES, floats(4, dtype=np.float64), np.array([3, 4]), floats(3, 4, dtype=np.float64))
