"""`BroadcastArgs`."""
from harness import case, np


def cases():
    for kind in [np.int32, np.int64]:
        for left, right in [([2, 3], [3]), ([2, 3], [2, 3]), ([2, 1], [1, 3]), ([], [4]), ([], []), ([1], [1]), ([5, 1, 3], [1, 3]), ([2, 3], [4]),
                            ([0, 3], [3]), ([0], [1]), ([1, 0], [2, 1]), ([2, 1, 4], [3, 1]), ([1], [7, 1, 1])]:
            yield case("BroadcastArgs", np.array(left, kind), np.array(right, kind))
        yield case("BroadcastArgs", np.array([[2]], kind), np.array([2], kind))
