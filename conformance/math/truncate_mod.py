"""`TruncateMod`, `Mod`."""
from elementwise import binary, without_kernel
from harness import bf16, case, np


def cases():
    for op in ['TruncateMod', 'Mod']:
        yield from binary(op, [np.float32, np.float64, np.int32, np.int64], -9, 9, 1, 5, extremes=False)
    for op in ["TruncateMod", "Mod"]:
        for dtype in [np.int32, np.int64, np.float32, np.float64]:
            yield case(op, np.arange(-9, 10).astype(dtype)[:, None], np.array([-3, -2, 2, 3, 7], dtype))
            yield case(op, np.arange(-9, 10).astype(dtype), np.array(0, dtype))
        yield from without_kernel(op, [np.float16, bf16], 2)
