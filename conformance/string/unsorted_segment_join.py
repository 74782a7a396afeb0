"""`UnsortedSegmentJoin`."""
from harness import case, np, strings


def cases():
    words = strings(b"a", b"b", b"c")
    grid = np.array([[b"a", b"b"], [b"c", b"d"]], object)
    for index in [np.int32, np.int64]:
        for count in [np.int32, np.int64]:
            for separator in ["", ":"]:
                yield case("UnsortedSegmentJoin", words, np.array([0, 1, 0], index), count(3), separator=separator)
                yield case("UnsortedSegmentJoin", words, np.array([2, 2, 2], index), count(3), separator=separator)
                yield case("UnsortedSegmentJoin", grid, np.array([1, 1], index), count(2), separator=separator)
                yield case("UnsortedSegmentJoin", grid, np.array([[1, 0], [1, 1]], index), count(2), separator=separator)
            yield case("UnsortedSegmentJoin", words, np.array([0, 5, 0], index), count(3))
            yield case("UnsortedSegmentJoin", words, np.array([0, -1, 0], index), count(3))
            yield case("UnsortedSegmentJoin", words, np.array([0, 1], index), count(3))
            yield case("UnsortedSegmentJoin", words, np.array([0, 0, 0], index), count(-1))
            yield case("UnsortedSegmentJoin", words, np.array([], index), count(3))
            yield case("UnsortedSegmentJoin", np.zeros((0,), object), np.array([], index), count(3))
