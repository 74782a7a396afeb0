"""`_FusedMatMul`."""
from elementwise import values
from harness import bf16, case, floats, np


FUSED = [["BiasAdd"], ["BiasAdd", "Relu"], ["BiasAdd", "Relu6"], ["BiasAdd", "Elu"], ["BiasAdd", "LeakyRelu"], ["BiasAdd", "Tanh"],
         ["BiasAdd", "Sigmoid"], ["BiasAdd", "GeluApproximate"], ["BiasAdd", "GeluExact"], [], ["Relu"], ["BiasAdd", "Nothing"]]


def cases():
    for dtype in [np.float32, np.float16, bf16]:
        for fused in FUSED:
            differs = "TensorFlow computes it only with oneDNN" if fused[1:2] in (["GeluApproximate"], ["GeluExact"]) else None
            for a, b, transpose_a, transpose_b in [((2, 3), (3, 4), 0, 0), ((3, 2), (4, 3), 1, 1), ((5, 9), (9, 17), 0, 0)]:
                n = b[0] if transpose_b else b[1]
                yield case("_FusedMatMul", values(a, dtype), values(b, dtype), values((n,), dtype), fused_ops=fused,
                           transpose_a=bool(transpose_a), transpose_b=bool(transpose_b), leakyrelu_alpha=0.3, shapes=False,
                           differs=differs, atol=0.5 if dtype == bf16 else None)
    for bias in [(1, 4), ()]:
        yield case("_FusedMatMul", floats(2, 3), floats(3, 4), floats(*bias), fused_ops=["BiasAdd"], shapes=False)
    yield case("_FusedMatMul", floats(2, 3), floats(4, 4), floats(4), fused_ops=["BiasAdd"], shapes=False)
