"""`InTopK`, `InTopKV2`."""
from harness import case, floats, inf, ints, nan, np


def cases():
    for kind in [np.int32, np.int64]:
        for k in [-1, 0, 1, 2, 5, 9]:
            yield case("InTopK", floats(6, 5), ints(6, dtype=kind, low=0, high=5), k=k)
            yield case("InTopKV2", floats(6, 5), ints(6, dtype=kind, low=0, high=5), kind(k))
    ties = np.array([[1, 1, 1, 0], [2, 1, 1, 0], [0, 0, 0, 0]], np.float32)
    odd = np.array([[nan, 1, 2], [inf, 1, 2], [1, 2, -inf], [1, 2, 3]], np.float32)
    for k in [1, 2, 3]:
        yield case("InTopK", ties, np.array([2, 2, 0], np.int32), k=k)
        yield case("InTopK", odd, np.array([1, 1, 1, 1], np.int32), k=k)
        yield case("InTopK", odd, np.array([0, 0, 2, 5], np.int32), k=k)
        yield case("InTopK", odd, np.array([-1, 3, 2, 0], np.int32), k=k)
    yield case("InTopK", floats(0, 3), ints(0), k=1)
    yield case("InTopK", floats(2, 3), ints(3, low=0), k=1)
    yield case("InTopK", floats(3), ints(3, low=0), k=1)
    yield case("InTopK", floats(3, 2), ints(3, 1, low=0), k=1)
    yield case("InTopKV2", floats(2, 3), ints(2, low=0, high=3), np.array([1], np.int32), shapes=False)
