"""Prints golden cases for the random kernels, as real TensorFlow draws them.

usage: python golden_random.py > ../data/golden_random.txt

A line is `OP dtype seed seed2 size call first...: hash`: the bits of the first numbers of the given call of one node, and a hash
of all (each number's bits, multiplied into a running 64-bit FNV-1a).
"""
import os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import numpy as np
import tensorflow as tf

tf1 = tf.compat.v1
tf1.disable_eager_execution()

BITS = {"float": np.uint32, "double": np.uint64, "half": np.uint16, "bfloat16": np.uint16, "int32": np.uint32, "int64": np.uint64}
TYPES = {"float": tf.float32, "double": tf.float64, "half": tf.float16, "bfloat16": tf.bfloat16, "int32": tf.int32, "int64": tf.int64}


def fnv(bits):
    """The hash, in steps that numpy does not make faster: golden sizes are small enough."""
    h = 0xCBF29CE484222325
    for b in bits.tolist():
        h = ((h ^ b) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return h


def case(op, dtype, seed, seed2, size, calls=1, bounds=None):
    with tf1.Graph().as_default(), tf1.Session() as s:
        if bounds:
            t = tf.raw_ops.RandomUniformInt(shape=[size], minval=tf.constant(bounds[0], TYPES[dtype]), maxval=tf.constant(bounds[1], TYPES[dtype]), seed=seed, seed2=seed2)
        else:
            t = getattr(tf.raw_ops, op)(shape=[size], seed=seed, seed2=seed2, dtype=TYPES[dtype])
        for call in range(calls):
            bits = s.run(t).view(BITS[dtype])
            more = f" {bounds[0]},{bounds[1]}" if bounds else ""
            print(f"{op}{more.replace(' ', ':')} {dtype} {seed} {seed2} {size} {call}", *[f"{b:x}" for b in bits[:4].tolist()], f": {fnv(bits):x}")


for op in ["RandomUniform", "RandomStandardNormal", "TruncatedNormal"]:
    for dtype in ["float", "double", "half", "bfloat16"]:
        for seed, seed2 in [(1, 2), (0, 7), (87654321, 0), (-5, -(1 << 60))]:
            case(op, dtype, seed, seed2, 7, calls=3)
        for size in [1, 2, 4, 1000]:
            case(op, dtype, 42, 43, size, calls=2)
    case(op, "float", 3, 4, 784 * 500, calls=2)
    case(op, "double", 3, 4, 100003, calls=2)
for dtype, bounds in [("int32", (0, 10)), ("int32", (-(2**31), 2**31 - 1)), ("int64", (-5, 5)), ("int64", (-(2**63), 2**63 - 1))]:
    case("RandomUniformInt", dtype, 42, 43, 9, calls=2, bounds=bounds)
