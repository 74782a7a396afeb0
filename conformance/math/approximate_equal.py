"""`ApproximateEqual`."""
from elementwise import SHAPES, nasty, values, without_kernel
from harness import case, np


def cases():
    for dtype in [np.float32, np.float64]:
        for tolerance in [1e-5, 0.5, 0.0, -1.0]:
            for shape in SHAPES:
                x = values(shape, dtype)
                yield case("ApproximateEqual", x, (x + values(shape, dtype, -1, 1)).astype(dtype), tolerance=tolerance)
            yield case("ApproximateEqual", nasty(dtype), nasty(dtype), tolerance=tolerance)
        yield case("ApproximateEqual", values((2,), dtype), values((3,), dtype))
        yield case("ApproximateEqual", values((2,), dtype), values((), dtype))
    yield from without_kernel("ApproximateEqual", [np.int32, np.float16], 2)
