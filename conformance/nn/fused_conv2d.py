"""`_FusedConv2D`."""
from harness import case, floats, np

ACTIVATIONS = [[], [b"Relu"], [b"Relu6"], [b"Elu"], [b"LeakyRelu"]]


def attrs(fused, args, padding="SAME", strides=(1, 1)):
    return dict(fused_ops=fused, num_args=args, strides=[1, *strides, 1],
                padding=padding)


def fused(x, filter, *args, **given):
    return case("_FusedConv2D", x, filter, *args, counts=[len(args), 0], **given)


def cases():
    for dtype in [np.float32, np.float64]:
        for activation in ACTIVATIONS:
            for padding, strides in [("SAME", (1, 1)), ("VALID", (2, 2))]:
                x, f = floats(2, 5, 6, 3, dtype=dtype), floats(3, 3, 3, 4, dtype=dtype)
                yield fused(x, f, floats(4, dtype=dtype), **attrs([b"BiasAdd"] + activation, 1, padding, strides))
            yield fused(floats(2, 4, 4, 3, dtype=dtype), floats(1, 1, 3, 4, dtype=dtype), floats(4, dtype=dtype),
                        **attrs([b"BiasAdd"] + activation, 1))
    for activation in ACTIVATIONS:
        scale, offset, mean, variance = floats(4), floats(4), floats(4), np.abs(floats(4)) + 0.1
        yield fused(floats(2, 5, 6, 3), floats(3, 3, 3, 4), scale, offset, mean, variance,
                    **attrs([b"FusedBatchNorm"] + activation, 4))
    yield fused(floats(2, 5, 6, 3), floats(3, 3, 2, 4), floats(4), **attrs([b"BiasAdd"], 1))
    yield fused(floats(2, 5, 6), floats(3, 3, 3, 4), floats(4), **attrs([b"BiasAdd"], 1))
    yield fused(floats(0, 5, 6, 3), floats(3, 3, 3, 4), floats(4), **attrs([b"BiasAdd"], 1))


def bench():
    yield fused(floats(100, 14, 14, 32), floats(5, 5, 32, 64), floats(64), **attrs([b"BiasAdd", b"Relu"], 1))
