"""Prints the protocol buffers of the installed TensorFlow, one fact a line, for tests/descriptors.rs to compare with ours.

Most descriptors are in Python modules. Those of the master and worker services are not: they are only compiled into the
C++ library, as serialized FileDescriptorProtos. Such a blob starts with field 1 (its file name), so it can be found by
those bytes; it has no length of its own, so it is read field by field until something is not a field of a file.

A line is `message NAME`, `field MESSAGE NAME NUMBER LABEL TYPE PACKED ONEOF`, or `value ENUM NAME NUMBER`.
"""

import glob
import importlib
import mmap
import os
import sys

from google.protobuf import descriptor_pb2
import tensorflow as tf

MODULES = """
framework.attr_value framework.cost_graph framework.device_attributes framework.full_type framework.function
framework.graph framework.graph_debug_info framework.node_def framework.op_def framework.resource_handle
framework.step_stats framework.summary framework.tensor framework.tensor_shape framework.tensor_slice framework.types
framework.variable framework.versions
protobuf.cluster protobuf.config protobuf.debug protobuf.device_filters protobuf.meta_graph protobuf.named_tensor
protobuf.queue_runner protobuf.rewriter_config protobuf.saver protobuf.tensor_bundle protobuf.tensorflow_server
protobuf.transport_options protobuf.core_platform_payloads
util.event util.saved_tensor_slice
example.example example.feature
""".split()

EMBEDDED = [
    "tensorflow/core/protobuf/master.proto",
    "tensorflow/core/protobuf/worker.proto",
    "xla/tsl/protobuf/distributed_runtime_payloads.proto",
    "xla/tsl/protobuf/error_codes.proto",
]

TYPES = {v: k.removeprefix("TYPE_").lower() for k, v in descriptor_pb2.FieldDescriptorProto.Type.items()}
LENGTH_DELIMITED = ("string", "bytes", "message", "group")
LABELS = {v: k.removeprefix("LABEL_").lower() for k, v in descriptor_pb2.FieldDescriptorProto.Label.items()}


def from_modules():
    """The files of the Python modules, and all files they import."""
    files = {}

    def visit(file):
        if file.name not in files:
            files[file.name] = descriptor_pb2.FileDescriptorProto.FromString(file.serialized_pb)
            for dependency in file.dependencies:
                visit(dependency)

    for module in MODULES:
        visit(importlib.import_module(f"tensorflow.core.{module}_pb2").DESCRIPTOR)
    return files


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            return value, at
        if shift > 63:
            raise ValueError("not a varint")


def cut_file(data, start):
    """The longest run of FileDescriptorProto fields from `start`; the compiler ends each file with `syntax`, field 12."""
    at = start
    names_seen = 0
    while True:
        tag, value_at = varint(data, at)
        field, kind = tag >> 3, tag & 7
        names_seen += field == 1
        if kind == 2 and field in (1, 2, 3, 4, 5, 6, 7, 8, 9, 12) and names_seen == 1:
            length, value_at = varint(data, value_at)
            at = value_at + length
        elif kind == 0 and field in (10, 11):
            _, at = varint(data, value_at)
        else:
            return data[start:at]
        if field == 12:
            return data[start:at]


def from_library(names):
    """The files compiled into TensorFlow's shared libraries."""
    files = {}
    for library in sorted(glob.glob(os.path.join(os.path.dirname(tf.__file__), "libtensorflow*.so*"))):
        with open(library, "rb") as handle, mmap.mmap(handle.fileno(), 0, access=mmap.ACCESS_READ) as data:
            for name in names:
                prefix = b"\x0a" + bytes([len(name)]) + name.encode()
                at = data.find(prefix)
                while at >= 0 and name not in files:
                    # The same bytes also appear inside other blobs (an import list), so not every hit is a file.
                    try:
                        file = descriptor_pb2.FileDescriptorProto.FromString(cut_file(data, at))
                        if file.package:
                            files[name] = file
                    except Exception:
                        pass
                    at = data.find(prefix, at + 1)
    return files


def dump_enum(prefix, enum):
    for value in enum.value:
        print("value", prefix + enum.name, value.name, value.number)


def is_packed(field, syntax):
    if LABELS[field.label] != "repeated" or TYPES[field.type] in LENGTH_DELIMITED:
        return False
    return field.options.packed if field.options.HasField("packed") else syntax == "proto3"


def dump_message(prefix, message, syntax):
    name = prefix + message.name
    print("message", name)
    for field in message.field:
        kind = field.type_name.lstrip(".") or TYPES[field.type]
        if field.HasField("oneof_index"):
            oneof = message.oneof_decl[field.oneof_index].name
        else:
            oneof = "-"
        packed = "packed" if is_packed(field, syntax) else "-"
        print("field", name, field.name, field.number, LABELS[field.label], kind, packed, oneof)
    for enum in message.enum_type:
        dump_enum(name + ".", enum)
    for nested in message.nested_type:
        dump_message(name + ".", nested, syntax)


def all_files():
    files = from_modules()
    files.update(from_library([name for name in EMBEDDED if name not in files]))
    missing = [name for name in EMBEDDED if name not in files]
    if missing:
        sys.exit(f"not found in TensorFlow {tf.__version__}: {missing}")
    return files


if __name__ == "__main__":
    for file in all_files().values():
        for enum in file.enum_type:
            dump_enum(file.package + ".", enum)
        for message in file.message_type:
            dump_message(file.package + ".", message, file.syntax)
