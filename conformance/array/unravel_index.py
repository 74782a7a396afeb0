"""`UnravelIndex`."""
from harness import case, np


def cases():
    for kind in [np.int32, np.int64]:
        for indices, dims in [(22, [7, 6]), ([22, 41, 37], [7, 6]), ([0], [3]), ([], [3, 4]), ([1621], [6, 7, 8, 9]), (5, [1, 6]), ([2, 5, 7], [3, 3]), (0, [1]), (9, [3, 3]), ([3, 9], [3, 3])]:
            yield case("UnravelIndex", np.array(indices, kind), np.array(dims, kind))
        yield case("UnravelIndex", np.array([[1]], kind), np.array([3], kind))
        yield case("UnravelIndex", np.array([1], kind), np.array([[3]], kind))
        yield case("UnravelIndex", np.array([1], kind), np.array([0, 3], kind))
