"""`FusedBatchNorm`, `FusedBatchNormV2`, `FusedBatchNormV3`, and `FusedBatchNormGrad` of all three."""
import tensorflow as tf

from harness import apply_op, bf16, case, floats, gradient, np, scenario

SHAPES = {"NHWC": [(2, 3, 4, 3), (1, 2, 2, 17), (1, 1, 1, 2), (5, 1, 1, 4)],
          "NCHW": [(2, 3, 4, 3), (1, 17, 2, 2), (3, 2, 1, 5)],
          "NDHWC": [(2, 2, 3, 2, 3)], "NCDHW": [(2, 3, 2, 2, 3)]}


def channels(shape, layout):
    return shape[1] if layout.startswith("NC") else shape[-1]


def positive(n):
    return np.abs(floats(n)) + 0.1


def forms():
    for version in ["", "V2", "V3"]:
        for layout, shapes in SHAPES.items():
            if version != "V3" and "D" in layout:
                continue
            for shape in shapes:
                for dtype in [np.float32] + ([np.float16, bf16] if version else []):
                    yield version, layout, shape, dtype


def normal(version, *inputs, **attrs):
    """A case; without training only of the outputs that TensorFlow writes: those for the gradient it leaves as they are."""
    if attrs.get("is_training", True) and inputs[0].size:
        return case("FusedBatchNorm" + version, *inputs, **attrs)

    def build():
        outputs = apply_op("FusedBatchNorm" + version, [tf.constant(x) for x in inputs], attrs, [], "y")
        return [outputs[:3]]

    return scenario(f"FusedBatchNorm{version} of {inputs[0].dtype}{list(inputs[0].shape)} {attrs}", build)


def cases():
    for version, layout, shape, dtype in forms():
        n = channels(shape, layout)
        x = floats(*shape, dtype=dtype)
        for attrs in [dict(), dict(exponential_avg_factor=0.3), dict(is_training=False), dict(epsilon=0.1)]:
            empty = attrs.get("is_training", True) and "exponential_avg_factor" not in attrs
            mean, variance = (floats(0), floats(0)) if empty else (floats(n), positive(n))
            yield normal(version, x, floats(n), floats(n), mean, variance, data_format=layout, **attrs)
        extra = [np.float32(0)] if version == "V3" else []
        for training in [True, False]:
            yield case("FusedBatchNormGrad" + version, floats(*shape, dtype=dtype), x, floats(n), floats(n), positive(n),
                       *extra, data_format=layout, is_training=training)
    for version in ["", "V2", "V3"]:
        op, extra = "FusedBatchNorm" + version, [np.float32(0)] if version == "V3" else []
        for training in [True, False]:
            x, two = floats(1, 2, 2, 2), floats(2)
            yield normal(version, floats(0, 2, 2, 2), two, two, two, positive(2), is_training=training)
            yield case(op, floats(2, 2, 2), two, two, two, positive(2), is_training=training)
            yield case(op, x, floats(3), two, two, positive(2), is_training=training)
            yield case(op, x, two, floats(1, 2), two, positive(2), is_training=training)
            yield case(op, x, two, two, floats(3), positive(2), is_training=training, shapes=False)
            grad = "FusedBatchNormGrad" + version
            yield case(grad, floats(0, 2, 2, 2), floats(0, 2, 2, 2), two, two, positive(2), *extra, is_training=training)
            yield case(grad, floats(1, 2, 2, 1), x, two, two, positive(2), *extra, is_training=training)
            yield case(grad, x, x, floats(3), two, positive(2), *extra, is_training=training)
            yield case(grad, floats(2, 2), floats(2, 2), two, two, positive(2), *extra, is_training=training)


def gradients():
    # There is no kernel for float64, so finite differences are too coarse.
    for version, layout, shape, dtype in forms():
        if dtype != np.float32 or shape == (1, 1, 1, 2):
            continue
        n = channels(shape, layout)
        for training in [True, False]:
            yield gradient("FusedBatchNorm" + version, floats(*shape), floats(n), floats(n), floats(n), positive(n),
                           outputs=[0], numeric=False, rtol=1e-3, data_format=layout, is_training=training)


def bench():
    for training in [True, False]:
        x, n = floats(32, 28, 28, 64), 64
        yield case("FusedBatchNormV3", x, floats(n), floats(n), floats(n), positive(n), is_training=training)
        yield case("FusedBatchNormGradV3", floats(*x.shape), x, floats(n), floats(n), positive(n), np.float32(0),
                   is_training=training)
