"""`ConcatOffset`."""
from harness import case, np


def cases():
    for kind in [np.int32, np.int64]:
        for axis, shapes in [(0, [[2, 3], [1, 3]]), (1, [[2, 3], [2, 1], [2, 5]]), (-1, [[2, 3], [2, 1]]), (2, [[2, 3], [2, 1]]),
                             (-3, [[2, 3], [2, 1]]), (0, [[2, 3], [2]]), (0, [[2, 3], [2, 4]]), (0, [[0], [4], [1]])]:
            yield case("ConcatOffset", np.int32(axis), *[np.array(shape, kind) for shape in shapes])
        yield case("ConcatOffset", np.array([0], np.int32), np.array([2], kind), np.array([2], kind))
        yield case("ConcatOffset", np.int32(0), np.array([[2]], kind), np.array([[2]], kind), shapes=False)
