"""Writes tensors as TensorFlow does, and reads them back after they went through our conversions.

`make DIR` writes NAME.made for each case. `read DIR` takes NAME.wire (the form of servers) and NAME.stored (the form of
graphs and files), which tests/tensors.rs has made from it, and compares both with the case.
"""

import os
import sys

import numpy as np
import tensorflow as tf
from tensorflow.core.framework import tensor_pb2
from tensorflow.python.framework import dtypes, tensor_util

NUMERIC = """
float32 float64 int32 uint8 int16 int8 complex64 int64 bool qint8 quint8 qint32 bfloat16 qint16 quint16 uint16
complex128 float16 uint32 uint64 float8_e5m2 float8_e4m3fn float8_e4m3fnuz float8_e4m3b11fnuz float8_e5m2fnuz
int4 uint4 int2 uint2 float4_e2m1fn
""".split()

# TensorFlow's parser of serialized tensors has no kernel for these; Python still reads them.
NO_PARSER = ("qint", "quint", "float8", "float4", "int4", "uint4", "int2", "uint2")


def cases():
    """(name, dtype, array) in shapes that matter: scalar, empty, a run of one value at the end, a large one."""
    for name in NUMERIC:
        dtype = getattr(dtypes, name)
        values = np.array([0, 1, 1, 0, 1, 1]).astype(dtype.as_numpy_dtype)
        if dtype.is_complex:
            values = values * (1 + 2j)
        elif dtype.is_floating and dtype.size > 1:
            values = (values.astype(np.float64) * -1.5).astype(dtype.as_numpy_dtype)
        elif dtype.is_integer and dtype.size > 1:
            values = np.array([int(dtype.min), 1, 0, 2, int(dtype.max), int(dtype.max)], object)
        values = values.astype(dtype.as_numpy_dtype)
        yield name + "-scalar", dtype, values[1].reshape(())
        yield name + "-empty", dtype, values[:0].reshape((0, 2))
        yield name + "-matrix", dtype, values.reshape((2, 3))
        yield name + "-large", dtype, np.concatenate([values] * 1000)
    for name, strings in {
        "string-scalar": np.array(b"abc", object),
        "string-blank": np.array(b"", object),
        "string-empty": np.array([], object),
        "string-matrix": np.array([[b"a", b""], [b"\x00\xff" * 100, b"same"], [b"same", b"same"]], object),
    }.items():
        yield name, dtypes.string, strings


def typed(dtype, array):
    """The array in its typed list, without the repetitions at its end."""
    append = tensor_util.GetNumpyAppendFn(array.dtype)
    if append is None:
        return None
    proto = tensor_pb2.TensorProto(dtype=dtype.as_datatype_enum)
    proto.tensor_shape.CopyFrom(tf.TensorShape(array.shape).as_proto())
    flat = array.ravel()
    count = flat.size
    while count > 1 and flat[count - 1] == flat[count - 2]:
        count -= 1
    append(proto, flat[:count])
    return proto


def protos():
    """(name, dtype, array, message) in each form that TensorFlow writes or accepts."""
    for name, dtype, array in cases():
        yield name + "-typed", dtype, array, typed(dtype, array)
        try:
            yield name + "-python", dtype, array, tf.make_tensor_proto(array, dtype=dtype, shape=array.shape)
        except TypeError:
            pass  # Python cannot write a few of the small floats unless they are many.
        if not name.startswith(NO_PARSER) and dtype != dtypes.string:
            data = tf.io.serialize_tensor(tf.constant(array, dtype)).numpy()
            yield name + "-native", dtype, array, tensor_pb2.TensorProto.FromString(data)
    sevens = tf.make_tensor_proto(7.0, dtype=tf.float32, shape=[10, 20])
    yield "repeated", dtypes.float32, np.full([10, 20], 7.0, np.float32), sevens


def tensor_list():
    """A variant with a tensor inside; what it holds is asked of TensorFlow, not of Python."""
    handle = tf.raw_ops.EmptyTensorList(element_shape=[2], max_num_elements=-1, element_dtype=tf.float32)
    return tf.raw_ops.TensorListPushBack(input_handle=handle, tensor=[1.0, 2.0])


def make(folder):
    for name, _, _, proto in protos():
        if proto is not None:
            write(folder, name, proto.SerializeToString())
    write(folder, "variant", tf.io.serialize_tensor(tensor_list()).numpy())
    write(folder, "resource", tf.io.serialize_tensor(tf.Variable([1.0], name="v").handle).numpy())


def check(folder):
    wrong = []
    for name, dtype, array, proto in protos():
        if proto is None:
            continue
        stored = tf.make_ndarray(tensor_pb2.TensorProto.FromString(read(folder, name, "stored")))
        if not same(stored, array):
            wrong.append(f"{name}: Python read {stored!r}, not {array!r}")
        if not name.startswith(NO_PARSER):
            wire = tf.io.parse_tensor(read(folder, name, "wire"), dtype).numpy()
            if not same(np.asarray(wire, array.dtype), array):
                wrong.append(f"{name}: TensorFlow read {wire!r}, not {array!r}")
    for form in ("wire", "stored"):
        handle = tf.io.parse_tensor(read(folder, "variant", form), tf.variant)
        stack = tf.raw_ops.TensorListStack(input_handle=handle, element_shape=[2], element_dtype=tf.float32)
        if stack.numpy().tolist() != [[1.0, 2.0]]:
            wrong.append(f"variant: TensorFlow read {stack!r}")
        proto = tensor_pb2.TensorProto.FromString(read(folder, "resource", form))
        handle = proto.resource_handle_val[0]
        if not handle.name or not handle.device or handle.dtypes_and_shapes[0].shape.dim[0].size != 1:
            wrong.append(f"resource: {handle}")
    if wrong:
        sys.exit("\n".join(wrong))


def same(left, right):
    # Compared as bytes, so that a sign or a not-a-number counts.
    if left.dtype == object or right.dtype == object:
        return left.shape == right.shape and left.tolist() == right.tolist()
    return left.shape == right.shape and left.dtype == right.dtype and left.tobytes() == right.tobytes()


def write(folder, name, data):
    with open(os.path.join(folder, name + ".made"), "wb") as file:
        file.write(data)


def read(folder, name, form):
    with open(os.path.join(folder, f"{name}.{form}"), "rb") as file:
        return file.read()


if __name__ == "__main__":
    {"make": make, "read": check}[sys.argv[1]](sys.argv[2])
