"""`RandomStandardNormal`."""
from harness import case, np
from streams import shaped_cases


def cases():
    yield from shaped_cases("RandomStandardNormal")


def bench():
    for shape in [(100, 1024), (784, 500)]:
        yield case("RandomStandardNormal", np.array(shape, np.int32), dtype=np.float32, seed=1, seed2=2)
