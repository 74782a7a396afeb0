"""`ParseTensor`, `SerializeTensor`."""
from harness import FLOATS, INTS, bools, case, floats, ints, np, strings, tf, v1


def values():
    for dtype in FLOATS + [np.complex64, np.complex128]:
        for shape in [(), (3,), (2, 3), (0, 2), (1, 1, 4)]:
            yield floats(*shape, dtype=dtype)
    for dtype in INTS:
        for shape in [(), (3,), (2, 0)]:
            yield ints(*shape, dtype=dtype)
    for value in [bools(2, 2), strings(b"a", b"", b"x" * 200, b"\xff"), np.array(b"one", object), np.zeros((0, 2), object)]:
        yield value


def cases():
    for value in values():
        dtype = tf.as_dtype(value.dtype)
        yield case("SerializeTensor", value)
        proto = v1.make_tensor_proto(value)
        yield case("ParseTensor", np.array(proto.SerializeToString(), object), out_type=dtype)
        yield case("ParseTensor", np.array(proto.SerializeToString(), object), out_type=tf.float32)
    # One value that stands for all, and lists of values.
    for dtype, field, value in [(tf.float32, "float_val", 1.5), (tf.float64, "double_val", 2.5), (tf.int32, "int_val", -3),
                                (tf.uint8, "int_val", 200), (tf.int64, "int64_val", -2**62), (tf.string, "string_val", b"s"),
                                (tf.bool, "bool_val", True), (tf.uint32, "uint32_val", 2**31), (tf.uint64, "uint64_val", 2**63),
                                (tf.float16, "half_val", 15360), (tf.bfloat16, "half_val", 16256), (tf.int16, "int_val", -5)]:
        for count in [0, 1, 2, 3]:
            for shape in [[2, 2], [], [0]]:
                proto = v1.make_tensor_proto(0.0)
                proto.Clear()
                proto.dtype = dtype.as_datatype_enum
                proto.tensor_shape.CopyFrom(tf.TensorShape(shape).as_proto())
                getattr(proto, field).extend([value] * count)
                yield case("ParseTensor", np.array(proto.SerializeToString(), object), out_type=dtype)
    for dtype, field in [(tf.complex64, "scomplex_val"), (tf.complex128, "dcomplex_val")]:
        proto = v1.make_tensor_proto(0.0)
        proto.Clear()
        proto.dtype = dtype.as_datatype_enum
        proto.tensor_shape.CopyFrom(tf.TensorShape([2]).as_proto())
        getattr(proto, field).extend([1.0, 2.0, 3.0, 4.0])
        yield case("ParseTensor", np.array(proto.SerializeToString(), object), out_type=dtype)
    whole = v1.make_tensor_proto(floats(2, 3)).SerializeToString()
    for text in [b"", b"\x0f", b"nonsense", whole[:-3], whole + b"\x08", b"\x08\x01"]:
        yield case("ParseTensor", np.array(text, object), out_type=tf.float32)
    yield case("ParseTensor", strings(whole), out_type=tf.float32)
    for sizes in [[-1], [2**40, 2**40], [3]]:
        proto = v1.make_tensor_proto(floats(2))
        del proto.tensor_shape.dim[:]
        for size in sizes:
            proto.tensor_shape.dim.add(size=size)
        yield case("ParseTensor", np.array(proto.SerializeToString(), object), out_type=tf.float32)
    unknown = v1.make_tensor_proto(1.0)
    unknown.tensor_shape.unknown_rank = True
    yield case("ParseTensor", np.array(unknown.SerializeToString(), object), out_type=tf.float32)
