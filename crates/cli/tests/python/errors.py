"""What a server answers to requests it must refuse.

Reports for each case the status code and whether the message names the culprit (a node, a
session, a device), then checks that the server still runs a good step. TensorFlow's own answers
are the reference; where we differ on purpose, `EITHER` lists the codes that count as equal.
Requests that TensorFlow's server does not survive are sent with --beyond only, and their answers
are checked against the codes given here.
"""

import itertools
import os

import harness
import rawrpc
import tensorflow.compat.v1 as tf
from tensorflow.core.framework import attr_value_pb2, graph_pb2, node_def_pb2, tensor_pb2, types_pb2
from tensorflow.core.protobuf import config_pb2, named_tensor_pb2

harness.parser.add_argument("--beyond", action="store_true")
flags = harness.start()
PS, W0, W1 = "/job:ps/task:0", "/job:worker/task:0", "/job:worker/task:1"
master = rawrpc.Task(flags.worker[0])
peer = rawrpc.Task(flags.ps[0])
request_ids = itertools.count(int.from_bytes(os.urandom(7), "little"))

# case: (codes that count as equal, why)
REFUSED_EARLY = (["OK", "INVALID_ARGUMENT"], "TensorFlow finds out when the node runs, if ever; refusing at once is kinder")
EITHER = {
    "create/too_few_inputs": REFUSED_EARLY,
    "create/const_shape_overflow": REFUSED_EARLY,
    "create/const_bytes_mismatch": REFUSED_EARLY,
    "run/wrong_feed_shape": (["OK", "INVALID_ARGUMENT"], "TensorFlow's server trusts the client to have checked shapes"),
    "run/feed_too_many_values": (["OK", "INVALID_ARGUMENT"], "TensorFlow drops the values that do not fit"),
    "run/feed_unknown_rank": (["OK", "INVALID_ARGUMENT"], "TensorFlow takes a value of unknown rank for a scalar"),
    "run/wrong_feed_type": (["INTERNAL", "INVALID_ARGUMENT"], "the caller's fault, which TensorFlow takes for its own"),
    "recv/other_task": (["DEADLINE_EXCEEDED", "INVALID_ARGUMENT"], "TensorFlow waits for a tensor that cannot come"),
    "worker/recv_never_made": (["INTERNAL", "INVALID_ARGUMENT"], "the caller's fault, which TensorFlow takes for its own"),
}


def graph_of(build):
    """The GraphDef of what `build` adds to a fresh graph."""
    with tf.Graph().as_default() as graph:
        build()
    return graph.as_graph_def()


def node(name, op, inputs=(), device=W0, **attributes):
    """A hand-made node; attributes are AttrValues."""
    made = node_def_pb2.NodeDef(name=name, op=op, input=list(inputs), device=device)
    for key, value in attributes.items():
        made.attr[key].CopyFrom(value)
    return made


def graph(*nodes, **versions):
    made = graph_pb2.GraphDef(node=nodes)
    made.versions.producer = 1087
    for key, value in versions.items():
        setattr(made.versions, key, value)
    return made


FLOAT = attr_value_pb2.AttrValue(type=types_pb2.DT_FLOAT)


def const(name, value=1.0, device=W0):
    tensor = attr_value_pb2.AttrValue(tensor=tf.make_tensor_proto(value, tf.float32))
    return node(name, "Const", device=device, dtype=FLOAT, value=tensor)


def create(graph_def, **config):
    return master.call("CreateSession", graph_def=graph_def, config=config_pb2.ConfigProto(**config))


def session_of(graph_def):
    answer = create(graph_def)
    if answer.code != "OK":
        raise RuntimeError(f"the session was refused: {answer.code} {answer.message}")
    return answer.response.session_handle


def step(session, fetch=(), feed=(), target=(), in_body=True, timeout=10, **fields):
    fields.setdefault("request_id", next(request_ids))
    return master.call(
        "RunStep", session_handle=session, fetch=list(fetch), target=list(target),
        feed=[named_tensor_pb2.NamedTensorProto(name=n, tensor=t) for n, t in feed],
        store_errors_in_response_body=in_body, _timeout=timeout, **fields)


def run_and_close(graph_def, *arguments, **fields):
    session = session_of(graph_def)
    answer = step(session, *arguments, **fields)
    master.call("CloseSession", session_handle=session)
    return answer


def late(graph_def, fetch):
    """Refused when the session is created, or else when the step is run."""
    made = create(graph_def)
    if made.code != "OK":
        return made
    answer = step(made.response.session_handle, fetch)
    master.call("CloseSession", session_handle=made.response.session_handle)
    return answer


def good_step():
    """A step over three tasks, which must work whatever came before."""
    def build():
        with tf.device(PS):
            a = tf.constant([1.0, 2.0]) + 1.0
        with tf.device(W1):
            tf.multiply(a, 2.0, name="good")
    answer = run_and_close(graph_of(build), fetch=["good:0"])
    return answer.code == "OK" and tf.make_ndarray(answer.response.tensor[0].tensor).tolist() == [4.0, 6.0]


def check(name, answer, culprit=None):
    code = answer.code
    named = code == "OK" or culprit is None or culprit in answer.message
    if name in EITHER and code in EITHER[name][0]:
        code = " or ".join(EITHER[name][0])
    print(f"{name}: {answer.code}: {answer.message[:200]!r}")
    harness.report(name, [code, named])
    if not good_step():
        harness.report(f"{name}/then", "the server no longer runs a good step")


def refuse(name, codes, call):
    """A request that ends TensorFlow's own process; ours answers with one of `codes`."""
    if not flags.beyond:
        return
    answer = call()
    print(f"{name}: {answer.code}: {answer.message[:200]!r}")
    harness.report(f"beyond/{name}", answer.code in codes and good_step())


def creating():
    check("create/unknown_op", create(graph(node("strange_node", "NoSuchOp"))), "NoSuchOp")
    check("create/missing_input", create(graph(node("lonely", "Identity", ["absent"], T=FLOAT))), "lonely")
    check("create/output_out_of_range", create(graph(const("c"), node("lonely", "Identity", ["c:5"], T=FLOAT))), "lonely")
    check("create/too_few_inputs", create(graph(const("c"), node("lonely", "AddV2", ["c"], T=FLOAT))), "lonely")
    check("create/too_many_inputs", create(graph(const("c"), node("lonely", "Identity", ["c", "c"], T=FLOAT))), "lonely")
    check("create/cycle", create(graph(node("round", "Identity", ["about"], T=FLOAT), node("about", "Identity", ["round"], T=FLOAT))))
    check("create/control_cycle", create(graph(node("round", "NoOp", ["^about"]), node("about", "NoOp", ["^round"]))))
    check("create/duplicate_node", create(graph(const("same"), const("same"))), "same")
    check("create/bad_node_name", create(graph(const("a b"))))
    check("create/type_mismatch", create(graph(const("c"), node("wrong", "Identity", ["c"], T=attr_value_pb2.AttrValue(type=types_pb2.DT_INT32)))), "wrong")
    check("create/missing_attr", create(graph(const("c"), node("bare", "Cast", ["c"], SrcT=FLOAT))))
    check("create/attr_of_wrong_kind", create(graph(const("c"), node("bare", "Identity", ["c"], T=attr_value_pb2.AttrValue(i=3)))))
    check("create/attr_not_allowed", create(graph(const("c"), node("bare", "Switch", ["c", "c"], T=FLOAT))))
    check("create/ref_expected", create(graph(const("c"), node("bare", "Assign", ["c", "c"], T=FLOAT))))
    check("create/malformed_device", create(graph(const("c", device="/job:worker/tusk:0"))))
    check("create/no_such_job", create(graph(const("c", device="/job:nobody"))), "nobody")
    check("create/no_such_task", create(graph(const("c", device="/job:worker/task:9"))), "task:9")
    check("create/no_such_device", create(graph(const("c", device="/job:worker/task:0/device:GPU:3"))), "GPU:3")
    check("create/future_consumer", create(graph(const("c"), min_consumer=999999)), "999999")
    check("create/const_shape_overflow", create(graph(huge_const())))
    check("create/const_bytes_mismatch", create(graph(short_const())))
    check("create/empty_graph", create(graph()))


def oversize(dims, **fields):
    tensor = tensor_pb2.TensorProto(dtype=types_pb2.DT_FLOAT, **fields)
    for dim in dims:
        tensor.tensor_shape.dim.add(size=dim)
    return tensor


def huge_const():
    return node("huge", "Const", dtype=FLOAT, value=attr_value_pb2.AttrValue(tensor=oversize([1 << 40, 1 << 40], float_val=[1.0])))


def short_const():
    return node("short", "Const", dtype=FLOAT, value=attr_value_pb2.AttrValue(tensor=oversize([4], tensor_content=b"\0" * 7)))


def extending():
    base = graph(const("c"))
    more = graph(node("more", "Identity", ["c"], T=FLOAT))
    session = session_of(base)
    check("extend/wrong_version", master.call("ExtendSession", session_handle=session, graph_def=more, current_graph_version=5))
    check("extend/duplicate_node", master.call("ExtendSession", session_handle=session, graph_def=base, current_graph_version=0), "c")
    check("extend/unknown_op", master.call("ExtendSession", session_handle=session, graph_def=graph(node("s", "NoSuchOp")), current_graph_version=0), "NoSuchOp")
    check("extend/missing_input", master.call("ExtendSession", session_handle=session, graph_def=graph(node("s", "Identity", ["absent"], T=FLOAT)), current_graph_version=0), "s")
    check("extend/after_refusals", master.call("ExtendSession", session_handle=session, graph_def=more, current_graph_version=0))
    check("extend/run", step(session, ["more:0"]))
    check("extend/unknown_session", master.call("ExtendSession", session_handle="nobody", graph_def=more), "nobody")
    master.call("CloseSession", session_handle=session)


def running():
    def build():
        with tf.device(W1):
            x = tf.placeholder(tf.float32, [2], name="x")
            tf.add(x, 1.0, name="y")
            any_shape = tf.placeholder(tf.float32, name="any")
            tf.matmul(any_shape, tf.ones([2, 2]), name="product")
        with tf.device(PS):
            v = tf.get_variable("errors_ref", [2], use_resource=False)
            tf.add(v, 1.0, name="read_ref")
            r = tf.get_variable("errors_resource", [2], use_resource=True)
            tf.add(r, 1.0, name="read_resource")
            tf.no_op(name="nothing")
            tf.reshape(any_shape, [3], name="reshaped")
            tf.check_numerics(any_shape, "not a number here", name="checked")
    graph_def = graph_of(build)
    session = session_of(graph_def)
    ok = tf.make_tensor_proto([1.0, 2.0], tf.float32)
    check("run/good", step(session, ["y:0"], [("x:0", ok)]))
    check("run/unfed_placeholder", step(session, ["y:0"]), "x")
    check("run/unfed_placeholder_as_status", step(session, ["y:0"], in_body=False), "x")
    check("run/wrong_feed_shape", step(session, ["y:0"], [("x:0", tf.make_tensor_proto([1.0, 2.0, 3.0], tf.float32))]))
    check("run/wrong_feed_type", step(session, ["y:0"], [("x:0", tf.make_tensor_proto([1, 2], tf.int32))]))
    check("run/unknown_feed", step(session, ["y:0"], [("zzz:0", ok)]), "zzz")
    check("run/unknown_fetch", step(session, ["zzz:0"]), "zzz")
    check("run/unknown_target", step(session, target=["zzz"]), "zzz")
    check("run/fetch_index_out_of_range", step(session, ["y:4"], [("x:0", ok)]), "y")
    check("run/nothing_asked", step(session))
    check("run/fed_and_fetched", step(session, ["x:0"], [("x:0", ok)]), "x")
    check("run/fed_twice", step(session, ["y:0"], [("x:0", ok), ("x:0", ok)]))
    check("run/uninitialised_ref", step(session, ["read_ref:0"]), "errors_ref")
    check("run/uninitialised_resource", step(session, ["read_resource:0"]), "errors_resource")
    check("run/kernel_shapes", step(session, ["product:0"], [("any:0", tf.make_tensor_proto([[1.0, 2.0, 3.0]], tf.float32))]), "product")
    check("run/kernel_reshape", step(session, ["reshaped:0"], [("any:0", ok)]), "reshaped")
    check("run/kernel_names_task", step(session, ["product:0"], [("any:0", tf.make_tensor_proto([[1.0, 2.0, 3.0]], tf.float32))]), "/job:worker/replica:0/task:1")
    check("run/check_numerics", step(session, ["checked:0"], [("any:0", tf.make_tensor_proto([float("nan")], tf.float32))]), "not a number here")
    check("run/feed_shape_overflow", step(session, ["product:0"], [("any:0", oversize([1 << 40, 1 << 40], float_val=[1.0]))]))
    check("run/feed_negative_dim", step(session, ["product:0"], [("any:0", oversize([-4, 2], float_val=[1.0]))]))
    check("run/feed_bytes_mismatch", step(session, ["y:0"], [("x:0", oversize([2], tensor_content=b"\0" * 5))]))
    check("run/feed_too_many_values", step(session, ["y:0"], [("x:0", oversize([2], float_val=[1.0, 2.0, 3.0]))]))
    check("run/feed_unknown_rank", step(session, ["y:0"], [("x:0", tensor_pb2.TensorProto(dtype=types_pb2.DT_FLOAT, tensor_shape={"unknown_rank": True}, float_val=[1.0]))]))
    check("run/feed_invalid_dtype", step(session, ["y:0"], [("x:0", tensor_pb2.TensorProto(dtype=0))]))
    check("run/unknown_session", step("0123456789abcdef", ["y:0"]), "0123456789abcdef")
    check("run/unknown_partial_run", step(session, ["y:0"], [("x:0", ok)], partial_run_handle="77"))
    check("run/short_const", late(graph(short_const()), ["short:0"]))
    check("run/huge_const", late(graph(huge_const()), ["huge:0"]))
    check("run/too_few_inputs", late(graph(const("c"), node("lonely", "AddV2", ["c"], T=FLOAT)), ["lonely:0"]))
    used = next(request_ids)
    check("run/request_id", step(session, target=["nothing"], request_id=used))
    check("run/request_id_again", step(session, target=["nothing"], request_id=used))
    check("run/request_id_zero", step(session, target=["nothing"], request_id=0))
    check("run/request_id_zero_again", step(session, target=["nothing"], request_id=0))
    check("callable/unknown_fetch", master.call("MakeCallable", session_handle=session, options={"fetch": ["zzz:0"]}, request_id=next(request_ids)), "zzz")
    check("callable/unknown_handle", master.call("RunCallable", session_handle=session, handle=99, request_id=next(request_ids)))
    check("callable/unknown_session", master.call("RunCallable", session_handle="nobody", handle=0, request_id=next(request_ids)), "nobody")
    made = master.call("MakeCallable", session_handle=session, options={"feed": ["x:0"], "fetch": ["y:0"]}, request_id=next(request_ids))
    check("callable/made", made)
    handle = made.response.handle if made.response else 0
    refuse("callable/too_few_feeds", ["INVALID_ARGUMENT"], lambda: master.call("RunCallable", session_handle=session, handle=handle, request_id=next(request_ids)))
    check("callable/bad_feed", master.call("RunCallable", session_handle=session, handle=handle, feed=[oversize([2], tensor_content=b"\0" * 5)], request_id=next(request_ids)))
    check("partial/unknown_fetch", master.call("PartialRunSetup", session_handle=session, fetch=["zzz:0"], request_id=next(request_ids)), "zzz")
    check("partial/unknown_session", master.call("PartialRunSetup", session_handle="nobody", fetch=["y:0"], request_id=next(request_ids)), "nobody")
    check("list_devices/unknown_session", master.call("ListDevices", session_handle="nobody"), "nobody")
    check("close/good", master.call("CloseSession", session_handle=session))
    check("close/again", master.call("CloseSession", session_handle=session))
    check("close/then_run", step(session, ["y:0"], [("x:0", ok)]))


def garbage():
    """Bytes that are no message: nothing may be guessed and nothing may fall over."""
    good = rawrpc.CLASSES["CreateSessionRequest"](graph_def=graph(const("c"))).SerializeToString()
    check("garbage/create_truncated", master.send("CreateSession", good[:-3]))
    for method in ("CreateSession", "ExtendSession", "RunStep", "CloseSession"):
        check(f"garbage/{method}", master.send(method, b"\xff" * 40))
    for method in ("RegisterGraph", "RunGraph", "RecvTensor", "CreateWorkerSession"):
        check(f"garbage/{method}", peer.send(method, b"\xff" * 40))
    check("garbage/unknown_method", peer.send("NoSuchMethod", b""))
    check("garbage/unknown_field", master.send("CreateSession", good + b"\xa2\x7d\x03abc"))
    nested = b""
    for _ in range(200):  # deeper than protobuf's limit of one hundred
        nested = b"\x0a" + varint(len(nested)) + nested
    check("garbage/deep", master.send("CreateSession", nested))


def varint(value):
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def working():
    status = peer.call("GetStatus")
    device = next(d for d in status.response.device_attributes if d.device_type == "CPU")
    incarnation = f"{device.incarnation:016x}"
    elsewhere = "/job:worker/replica:0/task:0/device:CPU:0"

    def recv(key, timeout=2):
        return peer.call("RecvTensor", step_id=12345, rendezvous_key=key, request_id=next(request_ids), _timeout=timeout)

    check("recv/malformed_key", recv("nonsense"))
    check("recv/empty_key", recv(""))
    check("recv/missing_parts", recv(f"{device.name};{incarnation};{elsewhere};edge"))
    check("recv/bad_incarnation", recv(f"{device.name};xyzxyzxyzxyzxyzx;{elsewhere};edge;0:0"))
    check("recv/unknown_device", recv(f"/job:ps/replica:0/task:0/device:GPU:7;{incarnation};{elsewhere};edge;0:0"))
    check("recv/other_task", recv(f"{elsewhere};{incarnation};{device.name};edge;0:0"))
    check("recv/wrong_incarnation", recv(f"{device.name};{'1' * 16};{elsewhere};edge;0:0"))
    check("recv/never_sent", recv(f"{device.name};{incarnation};{elsewhere};edge;0:0", timeout=1))

    check("worker/unknown_session", peer.call("RegisterGraph", session_handle="nobody", graph_def=graph(), create_worker_session_called=True), "nobody")
    check("worker/create", peer.call("CreateWorkerSession", session_handle="handmade"))
    check("worker/create_again", peer.call("CreateWorkerSession", session_handle="handmade"))

    def register(*nodes):
        return peer.call("RegisterGraph", session_handle="handmade", graph_def=graph(*nodes), create_worker_session_called=True)

    def run(handle, **fields):
        return peer.call("RunGraph", session_handle="handmade", graph_handle=handle, step_id=next(request_ids), request_id=next(request_ids),
                         create_worker_session_called=True, store_errors_in_response_body=True, **fields)

    check("worker/no_device", register(const("c", device="")), "c")
    check("worker/unknown_op", register(node("s", "NoSuchOp", device=device.name)), "NoSuchOp")
    check("worker/missing_input", register(node("s", "Identity", ["absent"], device=device.name, T=FLOAT)), "s")
    check("worker/other_tasks_device", register(const("c", device=elsewhere)))
    check("worker/unknown_graph", run("no such graph"), "no such graph")
    made = register(const("c", device=device.name))
    check("worker/registered", made)
    if made.response:
        check("worker/run", run(made.response.graph_handle))
        check("worker/recv_never_made", run(made.response.graph_handle, recv_key=["bad key"]))
    check("worker/deregister_unknown", peer.call("DeregisterGraph", graph_handle="zz", session_handle="handmade", create_worker_session_called=True))
    check("worker/cleanup_unknown_step", peer.call("CleanupGraph", step_id=999))


for part in (creating, extending, running, garbage, working):
    harness.attempt(part)
