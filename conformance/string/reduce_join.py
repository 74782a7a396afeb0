"""`ReduceJoin`."""
from harness import case, np

GRID = np.array([[b"a", b"b", b"c"], [b"d", b"e", b"f"]], object)
CUBE = np.array([chr(97 + k).encode() for k in range(24)], object).reshape(2, 3, 4)


def cases():
    for keep_dims in [False, True]:
        for separator in ["", "-", ", "]:
            for axes in [0, 1, [0, 1], [1, 0], [], -1, [-1, -2], [0, 0], [0, -2], 2, -3, [[0]]]:
                yield case("ReduceJoin", GRID, np.array(axes, np.int32), keep_dims=keep_dims, separator=separator)
        for axes in [[0, 2], [2, 0], [1], [2, 1, 0], [0, 1, 2], [-2]]:
            yield case("ReduceJoin", CUBE, np.array(axes, np.int32), keep_dims=keep_dims, separator=".")
        for shape in [(0, 2), (2, 0), (0,)]:
            for axis in [0, -1]:
                yield case("ReduceJoin", np.zeros(shape, object), np.int32(axis), keep_dims=keep_dims)
        yield case("ReduceJoin", np.array(b"x", object), np.array([], np.int32), keep_dims=keep_dims)
        yield case("ReduceJoin", np.array(b"x", object), np.int32(0), keep_dims=keep_dims)
