"""`Snapshot`."""
from harness import ANY, case, np, some


def cases():
    for dtype in [dtype for dtype in ANY if dtype is not np.object_]:
        for shape in [(), (3,), (2, 0)]:
            yield case("Snapshot", some(dtype, *shape))
