"""What a session can do besides running a step.

Parts whose name starts with `queue_` need queue kernels on the servers; the others block, where
they must, on a loop without an end.
"""

import threading
import time

import harness
import numpy as np
import tensorflow.compat.v1 as tf
from tensorflow.core.protobuf import config_pb2

flags = harness.start()
tf.disable_control_flow_v2()
PS, W0, W1 = "/job:ps/task:0", "/job:worker/task:0", "/job:worker/task:1"
MASTER = harness.target(flags, 0)


def endless(device):
    """A fetch that never comes: a loop whose condition stays true."""
    with tf.device(device):
        return tf.while_loop(lambda i: i >= 0, lambda i: tf.maximum(i, 0), [tf.constant(0)])


def partial_run():
    with tf.device(W0):
        a, b, c = (tf.placeholder(tf.float32, [], name) for name in "abc")
    with tf.device(W1):
        first = a + b
    with tf.device(PS):
        second = first * c
    with tf.Session(MASTER) as session:
        handle = session.partial_run_setup([first, second], [a, b, c])
        harness.report("partial_run/first", session.partial_run(handle, first, {a: 1.0, b: 2.0}))
        harness.report("partial_run/second", session.partial_run(handle, second, {c: 10.0}))
        harness.report("partial_run/done", harness.error_name(lambda: session.partial_run(handle, second, {c: 1.0})))
        one = session.partial_run_setup([first, second], [a, b, c])
        two = session.partial_run_setup([first, second], [a, b, c])
        got = [session.partial_run(one, first, {a: 1.0, b: 1.0}), session.partial_run(two, first, {a: 2.0, b: 2.0}),
               session.partial_run(two, second, {c: 3.0}), session.partial_run(one, second, {c: 5.0})]
        harness.report("partial_run/interleaved", [float(v) for v in got])


def callables():
    with tf.device(W1):
        x = tf.placeholder(tf.float32, [2])
        y = x * 3.0
    with tf.device(PS):
        v = tf.get_variable("callables_v", initializer=tf.constant(0.0))
        bump = tf.assign_add(v, 1.0)
    with tf.Session(MASTER) as session:
        session.run(tf.global_variables_initializer())
        harness.report("callables/make_callable", session.make_callable(y, [x])(np.array([1, 2], np.float32)))
        options = config_pb2.CallableOptions()
        options.feed.append(x.name)
        options.fetch.append(y.name)
        options.target.append(bump.op.name)
        call = session._make_callable_from_options(options)  # pylint: disable=protected-access
        harness.report("callables/from_options", [call(np.array([k, 1], np.float32))[0].tolist() for k in range(4)])
        harness.report("callables/targets_ran", float(session.run(v)))
        del call
        harness.report("callables/after_release", session.run(y, {x: [1, 1]}))


def list_devices():
    with tf.Session(MASTER) as session:
        devices = session.list_devices()
        harness.report("list_devices", sorted([d.name, d.device_type] for d in devices if d.device_type == "CPU"))
        harness.report("list_devices/incarnations_differ", len({d.incarnation for d in devices}) == len(devices))


def extend():
    with tf.Session(MASTER) as session:
        with tf.device(W0):
            a = tf.constant(2.0)
        got = [float(session.run(a))]
        for k in range(5):
            with tf.device(W1 if k % 2 else PS):
                a = a * 2.0 + k
            got.append(float(session.run(a)))
        harness.report("extend", got)


def fetch_kinds():
    with tf.device(W1):
        a = tf.constant([1.0, 2.0], name="kind_a")
        nothing = tf.no_op()
    with tf.Session(MASTER) as session:
        got = session.run({"a": a, "twice": [a, a], "none": nothing})
        harness.report("fetch_kinds", [got["a"].tolist(), [v.tolist() for v in got["twice"]], got["none"]])
        x = tf.placeholder_with_default([5.0], [1])
        harness.report("fetch_kinds/default", [session.run(x + 1).tolist(), session.run(x + 1, {x: [1.0]}).tolist()])
        harness.report("fetch_kinds/feed_any_tensor", session.run(a * 2.0, {a: [7.0, 8.0]}))


def dtypes():
    """Every element type goes from the client through two tasks and back."""
    samples = {
        "float": np.array([[1.5, -2.0]], np.float32), "double": np.array(3.25), "int32": np.array([1, -2], np.int32),
        "int64": np.array([2**40]), "uint8": np.array([0, 255], np.uint8), "bool": np.array([True, False]),
        "half": np.array([0.5, 65504], np.float16), "string": np.array([b"", b"abc", b"\x00\xff"], object),
        "empty": np.zeros([0, 3], np.float32), "complex64": np.array([1 + 2j], np.complex64),
        "int8": np.array([-128, 127], np.int8), "int16": np.array([-5], np.int16), "uint16": np.array([65535], np.uint16),
        "scalar_string": np.array(b"regatta", object), "empty_string": np.zeros([0], object),
    }
    with tf.Session(MASTER) as session:
        for name, value in samples.items():
            dtype = tf.string if value.dtype == object else tf.as_dtype(value.dtype)
            with tf.device(PS):
                x = tf.placeholder(dtype, value.shape)
                held = tf.identity(x)
            with tf.device(W1):
                y = tf.identity(held)
            got = session.run(y, {x: value})
            same = np.asarray(got).shape == value.shape and np.asarray(got, value.dtype).tolist() == value.tolist()
            harness.report(f"dtypes/{name}", bool(same))
        big = np.random.RandomState(0).rand(2_500_000).astype(np.float32)
        x = tf.placeholder(tf.float32, [None])
        with tf.device(PS):
            held = tf.identity(x)
        with tf.device(W1):
            y = tf.identity(held)
        harness.report("dtypes/ten_megabytes", bool(np.array_equal(session.run(y, {x: big}), big)))


def reset():
    with tf.device(PS):
        v = tf.get_variable("reset_v", initializer=tf.constant(1.0))
        with tf.container("kept"):
            kept = tf.get_variable("reset_kept", initializer=tf.constant(2.0))
    old = tf.Session(MASTER)
    old.run(tf.global_variables_initializer())
    tf.Session.reset(MASTER, containers=["elsewhere"])
    old_state = harness.error_name(lambda: old.run(v))
    harness.report("reset/old_session", old_state)
    with tf.Session(MASTER) as session:
        harness.report("reset/other_container", [harness.error_name(lambda: session.run(v)), harness.error_name(lambda: session.run(kept))])
    tf.Session.reset(MASTER)
    with tf.Session(MASTER) as session:
        harness.report("reset/default_container", [harness.error_name(lambda: session.run(v)), harness.error_name(lambda: session.run(kept))])
    tf.Session.reset(MASTER, containers=["kept"])
    with tf.Session(MASTER) as session:
        harness.report("reset/kept_container", [harness.error_name(lambda: session.run(v)), harness.error_name(lambda: session.run(kept))])


def beginning(device):
    """An op to run with a step, and one that waits until that step has begun on the device."""
    with tf.device(device):
        queue = tf.FIFOQueue(1, tf.float32, shapes=[[]])
        return queue.enqueue(1.0), queue.dequeue()


def close_cancels():
    for name, device in (("here", W0), ("there", W1)):
        tf.reset_default_graph()
        stuck = endless(device)
        other = tf.constant(4.0) * 2.0
        begun, wait_for_begun = beginning(device)
        session = tf.Session(MASTER)
        session.run(other)
        seen = []
        thread = threading.Thread(target=lambda: seen.append(harness.error_name(lambda: session.run([stuck, begun]))))
        thread.start()
        session.run(wait_for_begun)
        harness.report(f"close_cancels/{name}/other_step", session.run(other))
        session.close()
        thread.join(20)
        harness.report(f"close_cancels/{name}", seen)


def deadline():
    for name, device in (("here", W0), ("there", W1)):
        tf.reset_default_graph()
        stuck = endless(device)
        fine = tf.constant(1.0) + 1.0
        with tf.Session(MASTER) as session:
            options = tf.RunOptions(timeout_in_ms=700)
            started = time.time()
            harness.report(f"deadline/{name}/run_options", harness.error_name(lambda: session.run(stuck, options=options)))
            harness.report(f"deadline/{name}/in_time", bool(0.5 < time.time() - started < 5))
            harness.report(f"deadline/{name}/then", session.run(fine))
    config = tf.ConfigProto(operation_timeout_in_ms=1500)
    with tf.Session(MASTER, config=config) as session:
        harness.report("deadline/config", harness.error_name(lambda: session.run(stuck)))
        harness.report("deadline/config/then", session.run(fine))


def device_filters():
    config = tf.ConfigProto(device_filters=["/job:ps", "/job:worker/task:0"])
    with tf.device(W0):
        a = tf.constant(1.0) + 1.0
    with tf.Session(MASTER, config=config) as session:
        harness.report("device_filters/list", sorted(d.name for d in session.list_devices() if d.device_type == "CPU"))
        harness.report("device_filters/inside", session.run(a))
        with tf.device(W1):
            b = a + 1.0
        harness.report("device_filters/outside", harness.error_name(lambda: session.run(b)))


def isolated_state():
    with tf.device(PS):
        v = tf.get_variable("isolated_v", initializer=tf.constant(1.0))
    isolated = tf.ConfigProto(isolate_session_state=True)
    with tf.Session(MASTER, config=isolated) as one, tf.Session(MASTER, config=isolated) as two, tf.Session(MASTER) as common:
        one.run(tf.global_variables_initializer())
        harness.report("isolated_state", [harness.error_name(lambda s=s: s.run(v)) for s in (one, two, common)])
        two.run(v.assign(5.0).op)
        harness.report("isolated_state/values", [float(one.run(v)), float(two.run(v))])


def full_trace():
    with tf.device(PS):
        v = tf.get_variable("trace_v", initializer=tf.ones([2, 2]))
        spread = tf.matmul(v, v, name="trace_ps")
    x = tf.placeholder(tf.float32, [2, 2])
    with tf.device(W0):
        a = tf.matmul(spread, x, name="trace_w0")
    with tf.device(W1):
        b = tf.matmul(a, x, name="trace_w1")
    with tf.Session(MASTER) as session:
        session.run(tf.global_variables_initializer())
        metadata = tf.RunMetadata()
        session.run(b, {x: np.eye(2)}, options=tf.RunOptions(trace_level=tf.RunOptions.FULL_TRACE), run_metadata=metadata)
        where = {}
        for device in metadata.step_stats.dev_stats:
            for node in device.node_stats:
                where.setdefault(node.node_name, device.device)
        harness.report("full_trace/devices", sorted({d.device for d in metadata.step_stats.dev_stats if d.device.endswith("CPU:0")}))
        harness.report("full_trace/nodes", [where.get(name) for name in ("trace_ps", "trace_w0", "trace_w1")])
        timed = [n for d in metadata.step_stats.dev_stats for n in d.node_stats if n.node_name == "trace_w1"]
        harness.report("full_trace/timed", bool(timed and timed[0].all_start_micros > 0))
        metadata = tf.RunMetadata()
        session.run(b, {x: np.eye(2)}, options=tf.RunOptions(output_partition_graphs=True), run_metadata=metadata)
        harness.report("full_trace/partition_graphs", len(metadata.partition_graphs))
        session.run(b, {x: np.eye(2)}, run_metadata=metadata)


def placement():
    config = tf.ConfigProto(log_device_placement=True, allow_soft_placement=True)
    with tf.device(W1 + "/device:GPU:0"):
        a = tf.constant(1.0) + 2.0
    with tf.Session(MASTER, config=config) as session:
        harness.report("placement/soft", session.run(a))
    with tf.Session(MASTER, config=tf.ConfigProto(allow_soft_placement=False)) as session:
        harness.report("placement/hard", harness.error_name(lambda: session.run(a)))
    tf.reset_default_graph()
    with tf.device("/job:worker/task:7"):
        b = tf.constant(1.0) + 2.0
    with tf.Session(MASTER, config=config) as session:
        harness.report("placement/no_such_task", harness.error_name(lambda: session.run(b)))


def queue_close_cancels():
    with tf.device(PS):
        queue = tf.FIFOQueue(4, tf.float32, shapes=[[]], shared_name="sessions_queue")
        value = queue.dequeue()
    begun, wait_for_begun = beginning(PS)
    session = tf.Session(MASTER)
    session.run(queue.size())
    seen = []
    thread = threading.Thread(target=lambda: seen.append(harness.error_name(lambda: session.run([value, begun]))))
    thread.start()
    session.run(wait_for_begun)
    session.close()
    thread.join(20)
    harness.report("queue_close_cancels", seen)


def queue_deadline():
    with tf.device(PS):
        queue = tf.FIFOQueue(4, tf.float32, shapes=[[]], shared_name="sessions_queue2")
        value, put = queue.dequeue(), queue.enqueue(3.0)
    with tf.Session(MASTER) as session:
        options = tf.RunOptions(timeout_in_ms=500)
        harness.report("queue_deadline", harness.error_name(lambda: session.run(value, options=options)))
        session.run(put)
        harness.report("queue_deadline/then", session.run(value))


def queue_between_steps():
    with tf.device(PS):
        queue = tf.FIFOQueue(4, tf.float32, shapes=[[]], shared_name="sessions_queue3")
        value, put = queue.dequeue(), queue.enqueue(3.0)
    with tf.Session(MASTER) as getter, tf.Session(harness.target(flags, 1)) as putter:
        getter.run(queue.size())
        seen = []
        thread = threading.Thread(target=lambda: seen.append(float(getter.run(value))))
        thread.start()
        time.sleep(0.3)
        putter.run(put)
        thread.join(20)
        harness.report("queue_between_steps", seen)


for part in (
    partial_run, callables, list_devices, extend, fetch_kinds, dtypes, device_filters, isolated_state, full_trace,
    placement, close_cancels, deadline, queue_close_cancels, queue_deadline, queue_between_steps, reset,
):
    harness.attempt(part)
