"""`SparseTensorDenseMatMul`."""
from harness import FLOATS, case, floats, gradient, np, some

PLACES = np.array([[0, 1], [1, 0], [1, 2], [1, 2], [3, 1]])


def cases():
    for dtype in FLOATS + [np.int32, np.complex64, np.complex128]:
        for kind in [np.int32, np.int64]:
            for a in [False, True]:
                for b in [False, True]:
                    dense = (4 if a else 3, 2)
                    values = some(dtype, 5)
                    other = some(dtype, *(dense[::-1] if b else dense))
                    if dtype in (np.complex64, np.complex128):
                        values, other = values * dtype(1 + 2j), other * dtype(2 - 1j)
                    yield case("SparseTensorDenseMatMul", PLACES.astype(kind), values, np.array([4, 3]), other, adjoint_a=a, adjoint_b=b)
    for places, count, shape, dense in [(PLACES, 5, [4, 3], (2, 2)), (PLACES, 4, [4, 3], (3, 2)), (PLACES, 5, [4, 3, 1], (3, 2)), (PLACES, 5, [4, 3], (3,)), (PLACES, 5, [4, 2], (2, 2)), (PLACES, 5, [3, 3], (3, 2)),
                                        (np.zeros([0, 2], np.int64), 0, [4, 3], (3, 2)), (PLACES, 5, [4, 3], (3, 0)), (PLACES - 1, 5, [4, 3], (3, 2)), (np.zeros([0, 2], np.int64), 0, [0, 3], (3, 2)),
                                        (PLACES, 5, [4, 3], (3, 17)), (np.zeros([0, 2], np.int64), 0, [2, 0], (0, 2))]:
        yield case("SparseTensorDenseMatMul", places, floats(count), np.array(shape), floats(*dense))


def gradients():
    for a in [False, True]:
        for b in [False, True]:
            dense = (4 if a else 3, 2)
            yield gradient("SparseTensorDenseMatMul", PLACES, floats(5, dtype=np.float64), np.array([4, 3]), floats(*(dense[::-1] if b else dense), dtype=np.float64), adjoint_a=a, adjoint_b=b)
