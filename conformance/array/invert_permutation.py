"""`InvertPermutation`."""
from harness import case, np


def cases():
    for kind in [np.int32, np.int64]:
        for perm in [[0], [1, 0], [2, 0, 1], [3, 1, 0, 2], [], [0, 0], [0, 2], [-1, 0], [1, 2, 3]]:
            yield case("InvertPermutation", np.array(perm, kind))
        yield case("InvertPermutation", np.array([[0]], kind))
        yield case("InvertPermutation", kind(0))
