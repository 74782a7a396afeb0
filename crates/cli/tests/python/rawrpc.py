"""Calls on a task's master and worker services without TensorFlow's client in between.

The client checks much before it sends; a hostile or broken peer does not. The wheel has no
Python classes for these messages, so the ones needed are described here.
"""

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool, message_factory
from tensorflow.core.framework import device_attributes_pb2, graph_pb2, tensor_pb2  # pylint: disable=unused-import
from tensorflow.core.protobuf import config_pb2, named_tensor_pb2  # pylint: disable=unused-import

# message: (field, number, type); a leading * marks a repeated field, a dot a message of TensorFlow.
MESSAGES = {
    "CreateSessionRequest": "graph_def 1 .GraphDef, config 2 .ConfigProto, target 3 string",
    "CreateSessionResponse": "session_handle 1 string, graph_version 2 int64",
    "ExtendSessionRequest": "session_handle 1 string, graph_def 2 .GraphDef, current_graph_version 3 int64",
    "ExtendSessionResponse": "new_graph_version 4 int64",
    "RunStepRequest": "session_handle 1 string, feed 2 *.NamedTensorProto, fetch 3 *string, target 4 *string, "
                      "options 5 .RunOptions, partial_run_handle 6 string, "
                      "store_errors_in_response_body 7 bool, request_id 8 int64",
    "RunStepResponse": "tensor 1 *.NamedTensorProto, metadata 2 .RunMetadata, status_code 3 int32, status_error_message 4 string",
    "PartialRunSetupRequest": "session_handle 1 string, feed 2 *string, fetch 3 *string, target 4 *string, request_id 5 int64",
    "PartialRunSetupResponse": "partial_run_handle 1 string",
    "CloseSessionRequest": "session_handle 1 string",
    "CloseSessionResponse": "",
    "ListDevicesRequest": "session_handle 1 string",
    "ListDevicesResponse": "local_device 1 *.DeviceAttributes, remote_device 2 *.DeviceAttributes",
    "MakeCallableRequest": "session_handle 1 string, options 2 .CallableOptions, request_id 3 int64",
    "MakeCallableResponse": "handle 1 int64",
    "RunCallableRequest": "session_handle 1 string, handle 2 int64, feed 3 *.TensorProto, request_id 4 int64",
    "RunCallableResponse": "fetch 1 *.TensorProto, metadata 2 .RunMetadata",
    "GetStatusRequest": "",
    "GetStatusResponse": "device_attributes 1 *.DeviceAttributes",
    "CreateWorkerSessionRequest": "session_handle 1 string",
    "CreateWorkerSessionResponse": "",
    "RegisterGraphRequest": "session_handle 1 string, graph_def 2 .GraphDef, has_control_flow 3 bool, "
                            "create_worker_session_called 6 bool",
    "RegisterGraphResponse": "graph_handle 1 string",
    "DeregisterGraphRequest": "graph_handle 1 string, session_handle 2 string, create_worker_session_called 3 bool",
    "DeregisterGraphResponse": "",
    "RunGraphRequest": "graph_handle 1 string, step_id 2 int64, send 3 *.NamedTensorProto, recv_key 4 *string, "
                       "session_handle 8 string, store_errors_in_response_body 9 bool, "
                       "create_worker_session_called 10 bool, request_id 11 int64",
    "RunGraphResponse": "recv 1 *.NamedTensorProto, status_code 5 int32, status_error_message 6 string",
    "CleanupGraphRequest": "step_id 1 int64",
    "CleanupGraphResponse": "",
    "RecvTensorRequest": "step_id 1 int64, rendezvous_key 2 string, request_id 7 int64",
    "RecvTensorResponse": "tensor 1 .TensorProto, is_dead 2 bool",
}
MASTER = {"CreateSession", "ExtendSession", "RunStep", "PartialRunSetup", "CloseSession", "ListDevices", "MakeCallable", "RunCallable"}


def _describe():
    # The package is not TensorFlow's, so that the pool never meets two definitions of a name.
    file = descriptor_pb2.FileDescriptorProto(name="regatta/rawrpc.proto", package="rawrpc", syntax="proto3")
    file.dependency.extend([
        "tensorflow/core/framework/graph.proto", "tensorflow/core/framework/tensor.proto",
        "tensorflow/core/framework/device_attributes.proto", "tensorflow/core/protobuf/config.proto",
        "tensorflow/core/protobuf/named_tensor.proto",
    ])
    for name, fields in MESSAGES.items():
        message = file.message_type.add(name=name)
        for field in filter(None, fields.split(", ")):
            field_name, number, kind = field.split()
            repeated = kind.startswith("*")
            kind = kind.lstrip("*")
            entry = message.field.add(name=field_name, number=int(number), label=3 if repeated else 1)
            if kind.startswith("."):
                entry.type = descriptor_pb2.FieldDescriptorProto.TYPE_MESSAGE
                entry.type_name = ".tensorflow" + kind
            else:
                entry.type = getattr(descriptor_pb2.FieldDescriptorProto, "TYPE_" + kind.upper())
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return {name: message_factory.GetMessageClass(pool.FindMessageTypeByName("rawrpc." + name)) for name in MESSAGES}


CLASSES = _describe()


class Answer:
    """How a call ended: a status, from the call itself or from the body of its response."""

    def __init__(self, code, message, response=None):
        self.code = code
        self.message = message
        self.response = response


class Task:
    """A connection to one task."""

    def __init__(self, address):
        options = [("grpc.max_receive_message_length", -1), ("grpc.max_send_message_length", -1)]
        self.channel = grpc.insecure_channel(address, options=options)

    def call(self, method, _timeout=10, **fields):
        """Calls with a well-formed message."""
        return self.send(method, CLASSES[method + "Request"](**fields).SerializeToString(), _timeout)

    def send(self, method, request, timeout=10):
        """Calls with any bytes at all."""
        service = "MasterService" if method in MASTER else "WorkerService"
        call = self.channel.unary_unary(f"/tensorflow.{service}/{method}")
        try:
            body = call(request, timeout=timeout)
        except grpc.RpcError as error:
            return Answer(error.code().name, error.details() or "")
        response = CLASSES[method + "Response"].FromString(body) if method + "Response" in CLASSES else None
        code = getattr(response, "status_code", 0)
        if code:
            name = next(c.name for c in grpc.StatusCode if c.value[0] == code)
            return Answer(name, response.status_error_message, response)
        return Answer("OK", "", response)
