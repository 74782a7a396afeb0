"""`RGBToHSV`."""
from harness import FLOATS, case, floats, np

EDGES = np.array([[0, 0, 0], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [0.5, 0.5, 0.25], [0, 0.5, 0.5]])


def cases():
    for dtype in FLOATS:
        for shape in [(3,), (4, 3), (3, 4, 3), (2, 3, 4, 3), (0, 3)]:
            yield case("RGBToHSV", floats(*shape, low=0, high=1, dtype=dtype))
        yield case("RGBToHSV", EDGES.astype(dtype))
        yield case("RGBToHSV", floats(3, 4, dtype=dtype))
        yield case("RGBToHSV", floats(dtype=dtype))
