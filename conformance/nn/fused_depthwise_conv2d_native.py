"""`_FusedDepthwiseConv2dNative`."""
from harness import case, floats, np

ONLY_ONEDNN = "TensorFlow registers the op for its oneDNN kernels alone"


def cases():
    for activation in [[], [b"Relu"], [b"Relu6"], [b"Elu"]]:
        yield case("_FusedDepthwiseConv2dNative", floats(2, 5, 6, 3), floats(3, 3, 3, 2), floats(6),
                   fused_ops=[b"BiasAdd"] + activation, strides=[1, 1, 1, 1], padding="SAME",
                   differs=ONLY_ONEDNN)
