"""`AdjustContrastv2`."""
from harness import case, floats, np


def cases():
    for shape in [(2, 3, 4, 3), (3, 4, 1), (5, 5, 2), (2, 2, 2, 2, 3), (0, 3, 3, 3)]:
        for factor in [0.0, 0.5, 1.0, 2.0, -1.0]:
            yield case("AdjustContrastv2", floats(*shape), np.float32(factor))
    yield case("AdjustContrastv2", floats(3, 4), np.float32(1))
    yield case("AdjustContrastv2", floats(3, 4, 3), floats(1))
