"""Writes checkpoints with TensorFlow, and a list of what must be found in them.

Usage: write_checkpoints.py DIRECTORY. `expected.json` in it is a list of {prefix, tensors}, each tensor with its name,
slice text, type number, shape, and the bytes (or strings) in hexadecimal.
"""

import json
import os
import socket
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
PLAIN = [
    tf.float32, tf.float64, tf.int32, tf.uint8, tf.int16, tf.int8, tf.complex64, tf.int64, tf.bool, tf.bfloat16,
    tf.uint16, tf.complex128, tf.half, tf.uint32, tf.uint64, tf.dtypes.experimental.float8_e5m2,
    tf.dtypes.experimental.float8_e4m3fn,
]
QUANTIZED = [
    (tf.qint8, tf.int8), (tf.quint8, tf.uint8), (tf.qint32, tf.int32), (tf.qint16, tf.int16), (tf.quint16, tf.uint16),
]


def describe(name, tensor, spec=""):
    tensor = tf.convert_to_tensor(tensor)
    shape = tensor.shape.as_list()
    if tensor.dtype == tf.string:
        contents = [value.hex() for value in np.ravel(tensor.numpy()).tolist()]
    else:
        contents = np.asarray(tensor.numpy()).tobytes().hex()
    return {
        "name": name, "spec": spec, "dtype": tensor.dtype.as_datatype_enum, "shape": shape, "contents": contents,
    }


def save(prefix, named):
    """Saves (name, spec, tensor) triples."""
    tf.raw_ops.SaveV2(
        prefix=prefix,
        tensor_names=[name for name, _, _ in named],
        shape_and_slices=[spec for _, spec, _ in named],
        tensors=[tensor for _, _, tensor in named],
    )


def restored(prefix, name, spec, dtype):
    [tensor] = tf.raw_ops.RestoreV2(prefix=prefix, tensor_names=[name], shape_and_slices=[spec], dtypes=[dtype])
    return describe(name, tensor, spec)


def every_type(prefix):
    random = np.random.RandomState(7)
    tensors = []
    for dtype in PLAIN:
        values = random.uniform(0, 100, size=(3, 2)).astype(dtype.as_numpy_dtype)
        tensors.append((dtype.name, "", tf.constant(values)))
    for quantized, plain in QUANTIZED:
        values = tf.constant(np.arange(4, dtype=plain.as_numpy_dtype))
        tensors.append((quantized.name, "", tf.bitcast(values, quantized)))
    tensors += [
        ("strings", "", tf.constant([[b"", b"a"], [b"\x00\xff", b"x" * 300]])),
        ("string", "", tf.constant(b"scalar")),
        ("no/strings", "", tf.constant([], tf.string)),
        ("scalar", "", tf.constant(3.5)),
        ("empty", "", tf.zeros([0, 3])),
    ]
    save(prefix, tensors)
    return [describe(name, tensor) for name, _, tensor in tensors]


def many(prefix):
    tensors = [("scope/%05d/kernel/Adam" % i, "", tf.constant(i)) for i in range(12000)]
    save(prefix, tensors)
    return [describe(name, tensor) for name, _, tensor in tensors[::500]]


def slices(prefix):
    whole = tf.reshape(tf.range(300.0 * 7), [300, 7])
    shape = "300 7 "
    save(prefix, [
        ("cut", shape + "0,70:-", whole[:70]),
        ("cut", shape + "70,130:0,3", whole[70:200, :3]),
        ("cut", shape + "70,130:3,4", whole[70:200, 3:]),
        ("cut", shape + "200,100:-", whole[200:]),
        ("whole", "", whole),
        ("full", shape + "0,300:-", whole),
    ])
    specs = ["", shape + "-:-", shape + "10,250:2,3", shape + "70,130:3,4", shape + "299,1:6,1"]
    return [restored(prefix, name, spec, tf.float32) for name in ["cut", "whole", "full"] for spec in specs]


def classic_saver(prefix, sharded):
    """A graph with a partitioned variable, spread over two tasks and saved by the classic Saver."""
    cluster = v1.train.ClusterSpec({"ps": ["127.0.0.1:%d" % port for port in free_ports(2)]})
    servers = [v1.train.Server(cluster, "ps", task) for task in range(2)]
    with tf.Graph().as_default():
        with v1.device(v1.train.replica_device_setter(ps_tasks=2, worker_device="/job:ps/task:0")):
            first = v1.get_variable("first", initializer=tf.random.uniform([4, 3]))
            second = v1.get_variable("second", initializer=tf.constant([1, 2, 3], tf.int64))
            parts = v1.get_variable(
                "parts", shape=[10, 3], initializer=v1.random_uniform_initializer(),
                partitioner=v1.fixed_size_partitioner(3), use_resource=False,
            )
        whole = tf.convert_to_tensor(parts)
        with v1.Session(servers[0].target) as session:
            session.run(v1.global_variables_initializer())
            v1.train.Saver(sharded=sharded).save(session, prefix)
            values = session.run([first, second, whole])
    return [describe(name, value) for name, value in zip(["first", "second", "parts"], values)]


def free_ports(count):
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [listener.getsockname()[1] for listener in sockets]
    for listener in sockets:
        listener.close()
    return ports


def merged(prefix):
    save(prefix + "_temp/part0", [("a", "", tf.range(3.0)), ("p", "4 0,2", tf.constant([1, 2]))])
    save(prefix + "_temp/part1", [("s", "", tf.constant([b"x"])), ("p", "4 2,2", tf.constant([3, 4]))])
    tf.raw_ops.MergeV2Checkpoints(
        checkpoint_prefixes=[prefix + "_temp/part0", prefix + "_temp/part1"], destination_prefix=prefix
    )
    return [describe("a", tf.range(3.0)), describe("s", [b"x"]), describe("p", tf.constant([1, 2, 3, 4]))]


def main(directory):
    checkpoints = {
        "types": every_type, "many": many, "slices": slices, "merged": merged,
        "saver": lambda prefix: classic_saver(prefix, False), "sharded": lambda prefix: classic_saver(prefix, True),
    }
    expected = []
    for name, write in checkpoints.items():
        prefix = os.path.join(directory, name)
        expected.append({"prefix": prefix, "tensors": write(prefix)})
    with open(os.path.join(directory, "expected.json"), "w") as out:
        json.dump(expected, out)


if __name__ == "__main__":
    main(sys.argv[1])
