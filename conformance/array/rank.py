"""`Rank`."""
from harness import ANY, case, some


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0), (2, 3, 2)]:
            yield case("Rank", some(dtype, *shape))
