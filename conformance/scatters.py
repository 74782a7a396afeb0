"""The cases that the scatter ops share, for references and for handles."""
from harness import FLOATS, INTS, case, floats, ints, nasty, np, strings

OTHER_ROWS = "updates with rows of another length are refused, where TensorFlow takes their elements as they come"
COMPLEX = [np.complex64, np.complex128]


def values(dtype, *shape, zeros=True):
    if dtype == np.bool_:
        return ints(*shape, low=0, high=2).astype(bool)
    if np.dtype(dtype).kind in "iu":
        made = ints(*shape, dtype=dtype, low=-9, high=10)
        return made if zeros else np.where(made == 0, 1, made).astype(dtype)
    return floats(*shape, dtype=dtype)


def without_denormals(x):
    """TensorFlow takes denormal numbers for zeros in some threads and not in others."""
    return x[~((x != 0) & (np.abs(x) < np.finfo(x.dtype).tiny))]


def scatter_cases(op, dtypes, zeros=True):
    """`op` with rows named by indices. `zeros=False`: no updates of whole numbers are zero."""
    for name in (op, "Resource" + op):
        for dtype in dtypes:
            if name in ("ScatterMin", "ScatterMax") and dtype not in FLOATS + [np.int32, np.int64]:
                continue
            for index_type in (np.int32, np.int64):
                yield case(name, values(dtype, 5, 3), np.array([4, 0, 4], index_type), values(dtype, 3, 3, zeros=zeros),
                           variables=1)
            yield case(name, values(dtype, 6), np.array([[0, 5], [2, 0]], np.int32), values(dtype, 2, 2, zeros=zeros),
                       variables=1)
            yield case(name, values(dtype, 2, 3), np.array([1, 1], np.int32), values(dtype, zeros=zeros), variables=1)
            yield case(name, values(dtype, 3, 2, 2), np.array(1, np.int32), values(dtype, 2, 2, zeros=zeros), variables=1)
        odd = without_denormals(nasty())
        yield case(name, odd, np.arange(odd.size, dtype=np.int32), odd[::-1].copy(), variables=1)
        yield case(name, floats(odd.size), np.arange(odd.size, dtype=np.int32), odd, variables=1)
        yield case(name, odd, np.arange(odd.size, dtype=np.int32), floats(odd.size), variables=1)
        a = floats(3, 2)
        for bad in ([3], [-1], [0, 1, 2147483647]):
            yield case(name, a, np.array(bad, np.int32), floats(len(bad), 2), variables=1)
        yield case(name, a, np.array([], np.int32), floats(0, 2), variables=1)
        yield case(name, floats(3, 0), np.array([1, 2], np.int32), floats(2, 0), variables=1)
        yield case(name, floats(0, 3), np.array([0], np.int32), floats(1, 3), variables=1)
        yield case(name, a, np.array([0, 1], np.int32), floats(3, 2), variables=1)
        yield case(name, a, np.array([0, 1], np.int32), floats(2, 3), variables=1, differs=OTHER_ROWS if name != op else None)
        yield case(name, a, np.array([0, 1], np.int32), floats(2), variables=1)
        yield case(name, a, np.array([0, 1], np.int32), floats(1), variables=1)


def scatter_nd_cases(op, dtypes):
    """`op` with parts named by rows of indices."""
    for name in (op, "Resource" + op):
        for dtype in dtypes:
            for index_type in (np.int32, np.int64):
                yield case(name, values(dtype, 4, 3), np.array([[3, 0], [0, 2], [3, 0]], index_type), values(dtype, 3),
                           variables=1)
            yield case(name, values(dtype, 4, 3), np.array([[2], [2]], np.int32), values(dtype, 2, 3), variables=1)
            yield case(name, values(dtype, 2, 3, 2), np.array([[[1, 0]], [[0, 2]]], np.int32), values(dtype, 2, 1, 2),
                       variables=1)
            yield case(name, values(dtype, 5), np.array([[4], [1]], np.int32), values(dtype, 2), variables=1)
        odd = without_denormals(nasty())
        at = np.arange(odd.size, dtype=np.int32)[:, None]
        yield case(name, odd, at, odd[::-1].copy(), variables=1)
        yield case(name, floats(odd.size), at, odd, variables=1)
        yield case(name, odd, at, floats(odd.size), variables=1)
        a = floats(3, 2)
        for bad in ([[3]], [[-1]], [[0], [7]]):
            yield case(name, a, np.array(bad, np.int32), floats(len(bad), 2), variables=1)
            yield case(name, a, np.array(bad, np.int32), floats(len(bad), 2), variables=1, bad_indices_policy="IGNORE")
            yield case(name, a, np.array(bad, np.int32), floats(len(bad), 2), variables=1, bad_indices_policy="ERROR")
        yield case(name, a, np.array([[0]], np.int32), floats(1, 2), variables=1, bad_indices_policy="NONSENSE")
        yield case(name, a, np.zeros((0, 1), np.int32), floats(0, 2), variables=1)
        yield case(name, a, np.array([[0, 2]], np.int32), floats(1), variables=1)
        yield case(name, a, np.array([[0, 1, 0]], np.int32), floats(1), variables=1)
        yield case(name, a, np.array([[0]], np.int32), floats(1, 3), variables=1)
        yield case(name, a, np.array([[0]], np.int32), floats(2, 2), variables=1)
        yield case(name, floats(0, 2), np.array([[0]], np.int32), floats(1, 2), variables=1)
        yield case(name, floats(), np.array([[0]], np.int32), floats(1), variables=1)


def string_cases(op, indices, updates):
    for name in (op, "Resource" + op):
        yield case(name, strings("a", "bc", ""), np.array(indices, np.int32), strings(*updates), variables=1)


NUMBERS = FLOATS + INTS + COMPLEX
ORDERED = FLOATS + INTS
