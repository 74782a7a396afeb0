"""`Bucketize`."""
from elementwise import SHAPES, nasty, values
from harness import case, floats, np


def cases():
    for dtype in [np.float32, np.float64, np.int32, np.int64]:
        for boundaries in [[], [0.0], [-2.0, 0.5, 3.0], [1.0, 1.0, 2.0]]:
            for shape in SHAPES:
                yield case("Bucketize", values(shape, dtype), boundaries=boundaries)
    yield case("Bucketize", nasty(np.float32), boundaries=[-1.0, 0.0, 1.0])
    yield case("Bucketize", floats(3), boundaries=[3.0, 1.0])
