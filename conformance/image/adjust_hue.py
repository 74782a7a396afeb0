"""`AdjustHue`."""
from harness import case, floats, np

EDGES = np.array([[[0, 0, 0], [1, 1, 1], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1], [1, 0, 1], [0.5, 0.5, 0.25]]], np.float32)


def cases():
    for amount in [0.0, 0.1, 0.5, 1.0, -0.3, 2.5]:
        for shape in [(3, 4, 3), (2, 3, 4, 3), (0, 3, 3)]:
            yield case("AdjustHue", floats(*shape, low=0, high=1), np.float32(amount))
        yield case("AdjustHue", EDGES, np.float32(amount))
        yield case("AdjustHue", floats(3, 4, 3, low=0, high=255), np.float32(amount), rtol=1e-4, atol=1e-4)
    yield case("AdjustHue", floats(3, 3), np.float32(0.1))
    yield case("AdjustHue", floats(3, 3, 4), np.float32(0.1))
    yield case("AdjustHue", floats(3, 3, 3), floats(1))
