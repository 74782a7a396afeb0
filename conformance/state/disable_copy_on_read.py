"""`DisableCopyOnRead`."""
from harness import case, floats, np


def cases():
    for shape in [(), (3,), (2, 2)]:
        for dtype in (np.float32, np.int32):
            yield case("DisableCopyOnRead", floats(*shape).astype(dtype), variables=1)
