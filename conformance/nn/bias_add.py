"""`BiasAdd`, `BiasAddV1`, `BiasAddGrad`."""
from harness import FLOATS, INTS, case, extreme_ints, floats, gradient, ints, nasty, np

TYPES = FLOATS + INTS + [np.complex64, np.complex128]


def values(*shape, dtype):
    return ints(*shape, dtype=dtype) if dtype in INTS else floats(*shape).astype(dtype)


def cases():
    for dtype in TYPES:
        for shape in [(2, 3), (4, 1), (2, 3, 4), (2, 3, 4, 5), (1, 2, 3, 2, 3), (0, 3), (2, 0)]:
            for layout in ["NHWC", "NCHW"]:
                channels = shape[1] if layout == "NCHW" else shape[-1]
                yield case("BiasAdd", values(*shape, dtype=dtype), values(channels, dtype=dtype), data_format=layout)
                yield case("BiasAddGrad", values(*shape, dtype=dtype), data_format=layout)
            yield case("BiasAddV1", values(*shape, dtype=dtype), values(shape[-1], dtype=dtype))
    yield case("BiasAdd", nasty(np.float32, 4, 4), nasty()[:4])
    yield case("BiasAdd", np.stack([extreme_ints(), extreme_ints()]), extreme_ints())
    for value, bias in [((3,), (3,)), ((2, 3), (2,)), ((2, 3), (3, 1)), ((2, 3), ()), ((), ()), ((2, 3), (1,))]:
        for op in ["BiasAdd", "BiasAddV1"]:
            yield case(op, floats(*value), floats(*bias))
    yield case("BiasAddGrad", floats(3))
    yield case("BiasAddGrad", np.float32(3))


def gradients():
    for shape in [(2, 3), (2, 3, 4), (2, 3, 4, 2)]:
        for layout in ["NHWC", "NCHW"]:
            channels = shape[1] if layout == "NCHW" else shape[-1]
            x = floats(*shape, dtype=np.float64)
            if layout == "NCHW" and len(shape) == 2:
                continue
            yield gradient("BiasAdd", x, floats(channels, dtype=np.float64), data_format=layout)
            yield gradient("BiasAddGrad", x, data_format=layout)
        yield gradient("BiasAddV1", x, floats(shape[-1], dtype=np.float64))


def bench():
    for shape in [(100, 28, 28, 32), (100, 14, 14, 64), (100, 1024), (100, 10), (100, 100)]:
        yield case("BiasAdd", floats(*shape), floats(shape[-1]))
        yield case("BiasAddGrad", floats(*shape))
