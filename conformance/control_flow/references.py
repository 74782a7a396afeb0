"""The ops of control flow on references: `RefEnter`, `RefExit`, `RefNextIteration`, `RefMerge`, `RefSwitch`, `RefSelect`,
`RefIdentity`; and `StackV2`, `FakeParam`, `DeviceIndex`."""
from harness import case, np, scenario, tf, v1

raw = tf.raw_ops


def variable(value, dtype=tf.float32):
    made = raw.VariableV2(shape=np.shape(value), dtype=dtype)
    return made, raw.Assign(ref=made, value=tf.constant(value, dtype)).op


def selected():
    (a, init_a), (b, init_b) = variable([1., 2.]), variable([3., 4.])
    index = v1.placeholder(tf.int32)
    chosen = raw.RefSelect(index=index, inputs=[a, b])
    add = raw.AssignAdd(ref=chosen, value=[10., 10.])
    return [[init_a, init_b], (chosen, {index: 1}), (add.op, {index: 0}), a, b, (chosen, {index: 2}), (chosen, {index: -1}),
            (chosen, {index: [0]})]


def switched():
    a, init = variable([1., 2.])
    which = v1.placeholder(tf.bool, [])
    no, yes = raw.RefSwitch(data=a, pred=which)
    changed = raw.AssignAdd(ref=yes, value=[10., 10.])
    merged, index = raw.RefMerge(inputs=[no, changed])
    return [init, ([merged, index], {which: False}), ([tf.identity(merged), index], {which: True}), a]


def looped():
    a, init = variable(1.)
    inside = raw.RefEnter(data=a, frame_name="refs", is_constant=True)
    count = raw.Enter(data=tf.constant(0), frame_name="refs")
    merge, _ = raw.Merge(inputs=[count, count])
    again = raw.LoopCond(input=tf.less(merge, 3))
    stop, go = raw.Switch(data=merge, pred=again)
    with tf.control_dependencies([go]):
        add = raw.AssignAdd(ref=inside, value=1.)
    with tf.control_dependencies([add]):
        following = raw.NextIteration(data=go + 1)
    merge.op._update_input(1, following)
    out = raw.Exit(data=stop)
    return [init, out, a]


def identity():
    a, init = variable(1.)
    same = raw.RefIdentity(input=a)
    return [init, raw.AssignAdd(ref=same, value=2.).op, a, same]


def stacked():
    def chain(limit, pops):
        handle = raw.StackV2(max_size=limit, elem_type=tf.float32)
        out, after = [], []
        for value in (1., 2.):
            with tf.control_dependencies(after):
                after = [raw.StackPushV2(handle=handle, elem=value)]
        for _ in range(pops):
            with tf.control_dependencies(after):
                out.append(raw.StackPopV2(handle=handle, elem_type=tf.float32))
                after = [out[-1]]
        with tf.control_dependencies(after):
            return out + [raw.StackCloseV2(handle=handle)]

    return [chain(-1, 2), chain(2, 2), chain(1, 1), chain(5, 3), chain(0, 0)]


def by_reference():
    handle = raw.Stack(elem_type=tf.int32)
    push = raw.StackPush(handle=handle, elem=7)
    with tf.control_dependencies([push]):
        taken = raw.StackPop(handle=handle, elem_type=tf.int32)
    with tf.control_dependencies([taken]):
        return [[push, taken, raw.StackClose(handle=handle)]]


def fake():
    return [tf.shape(raw.FakeParam(dtype=tf.float32, shape=[2, 3])), tf.shape(raw.FakeParam(dtype=tf.int32, shape=[])),
            tf.shape(raw.FakeParam(dtype=tf.string, shape=[0])), tf.shape(raw.FakeParam(dtype=tf.float32, shape=[None, 2])),
            tf.shape(raw.FakeParam(dtype=tf.float32, shape=tf.TensorShape(None)))]


def cases():
    for build in [selected, switched, looped, identity, stacked, by_reference, fake]:
        yield scenario(f"references: {build.__name__}", build)
    for names in [["CPU", "GPU"], ["GPU", "CPU"], ["GPU"], []]:
        yield case("DeviceIndex", device_names=names)
    yield case("Assert", np.array(True), np.array([1.0]))
    yield case("Assert", np.array(False), np.array([1.0]), np.array("x", object))
    yield case("Assert", np.array([True]), np.array([1.0]))
    yield case("NoOp")
    yield case("ControlTrigger")
