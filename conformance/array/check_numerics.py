"""`CheckNumerics`, `CheckNumericsV2`."""
from harness import FLOATS, case, floats, gradient, inf, ints, nan, nasty, np


def cases():
    for op in ["CheckNumerics", "CheckNumericsV2"]:
        for dtype in FLOATS:
            yield case(op, floats(2, 3, dtype=dtype), message="m")
            yield case(op, floats(0, dtype=dtype), message="m")
            yield case(op, np.asarray(1.5, dtype), message="m")
            for bad in [[nan], [1, inf], [-inf, 2], [nan, inf], [inf, -inf]]:
                yield case(op, np.array(bad, dtype), message="m")
        yield case(op, nasty(np.float64), message="")


def gradients():
    yield gradient("CheckNumerics", floats(2, 3, dtype=np.float64), message="m")
    yield gradient("CheckNumericsV2", floats(2, 3, dtype=np.float64), message="m")
