"""Loops and conditionals, spread over tasks: those of the first version, or with --variables=v2 those
that call functions.

Every part puts the pieces of a loop or a branch on different tasks, so that frames,
iterations and dead values must cross the wire.
"""

import harness
import numpy as np
import tensorflow.compat.v1 as tf

flags = harness.start()
if flags.variables != "v2":
    tf.disable_control_flow_v2()
PS, W0, W1 = "/job:ps/task:0", "/job:worker/task:0", "/job:worker/task:1"


def ops_used():
    """The control-flow operations of the graph, to show that the test tests something."""
    wanted = {
        "Enter", "Exit", "Merge", "Switch", "NextIteration", "LoopCond", "RefEnter", "RefSwitch",
        "ControlTrigger", "StackV2", "StackPushV2", "StackPopV2", "While", "If", "StatelessWhile", "StatelessIf",
    }
    return sorted({op.type for op in tf.get_default_graph().get_operations()} & wanted)


def run(fetches, feeds=None):
    with tf.Session(harness.target(flags, 0)) as session:
        session.run(tf.global_variables_initializer())
        return session.run(fetches, feeds)


def body_on_another_task():
    def body(i, a):
        with tf.device(W1):
            a = a * 2.0 + 1.0
        return i + 1, a

    with tf.device(W0):
        i, a = tf.while_loop(lambda i, _: i < 10, body, [tf.constant(0), tf.constant([1.0, 2.0])])
    harness.report("body_on_another_task", [int(v) if np.ndim(v) == 0 else v.tolist() for v in run([i, a])])
    harness.report("body_on_another_task/ops", ops_used())


def body_on_three_tasks():
    def body(i, a, b):
        with tf.device(W1):
            a2 = a + b
        with tf.device(PS):
            b2 = tf.matmul(tf.reshape(a2, [2, 1]), tf.reshape(b, [1, 2]))[0] * 0.5
        return i + 1, a2, b2

    with tf.device(W0):
        i, a, b = tf.while_loop(
            lambda i, a, b: i < 7, body,
            [tf.constant(0), tf.constant([0.5, 0.25]), tf.constant([0.1, 0.2])], parallel_iterations=3)
    harness.report("body_on_three_tasks", [v.tolist() for v in run([a, b])])


def condition_on_another_task():
    def condition(_, a):
        with tf.device(W1):
            return tf.reduce_sum(a) < 100.0

    with tf.device(W0):
        i, a = tf.while_loop(condition, lambda i, a: (i + 1, a * 1.5), [tf.constant(0), tf.constant([1.0, 2.0, 3.0])])
    harness.report("condition_on_another_task", [run(i).tolist(), run(a).tolist()])


def zero_iterations():
    def body(i, a):
        with tf.device(W1):
            return i + 1, a * 3.0

    with tf.device(W0):
        _, a = tf.while_loop(lambda i, _: i < 0, body, [tf.constant(0), tf.constant(2.0)])
    harness.report("zero_iterations", run(a))


def nested():
    def inner_body(j, s):
        with tf.device(W1):
            return j + 1, s + tf.cast(j, tf.float32)

    def outer_body(i, s):
        with tf.device(PS):
            scaled = s * 1.1
        _, s = tf.while_loop(lambda j, _: j < i, inner_body, [tf.constant(0), scaled])
        return i + 1, s

    with tf.device(W0):
        _, s = tf.while_loop(lambda i, _: i < 6, outer_body, [tf.constant(0), tf.constant(1.0)])
    harness.report("nested", run(s))


def variable_in_loop():
    with tf.device(PS):
        v = tf.get_variable("loop_v", initializer=tf.constant([1.0, 2.0]))

    def body(i, a):
        with tf.device(W1):
            return i + 1, a + v * tf.cast(i, tf.float32)

    with tf.device(W0):
        _, a = tf.while_loop(lambda i, _: i < 5, body, [tf.constant(0), tf.zeros([2])])
    harness.report("variable_in_loop", run(a))


def update_in_loop():
    with tf.device(PS):
        v = tf.get_variable("counter", initializer=tf.constant(0.0), use_resource=True)

    def body(i):
        with tf.control_dependencies([v.assign_add(tf.cast(i, tf.float32), read_value=False)]):
            return tf.identity(i + 1)

    with tf.device(W0):
        i = tf.while_loop(lambda i: i < 20, body, [tf.constant(0)], parallel_iterations=1)
    with tf.control_dependencies([i]), tf.device(PS):
        total = v.read_value()
    harness.report("update_in_loop", run(total))


def branches_on_tasks():
    x = tf.placeholder(tf.float32, [2])

    def on(device, function):
        def branch():
            with tf.device(device):
                return function(x)
        return branch

    with tf.device(W0):
        chosen = tf.cond(tf.reduce_sum(x) > 0, on(W1, lambda x: x * 2.0), on(PS, lambda x: x - 1.0))
        after = chosen + 1.0
    with tf.Session(harness.target(flags, 0)) as session:
        for name, value in (("true", [1.0, 2.0]), ("false", [-1.0, -2.0])):
            harness.report(f"branches_on_tasks/{name}", session.run(after, {x: value}))
    harness.report("branches_on_tasks/ops", ops_used())


def branch_not_taken_has_no_effect():
    with tf.device(PS):
        v = tf.get_variable("touched", initializer=tf.constant(0.0))
    x = tf.placeholder(tf.bool, [])

    def touch():
        with tf.control_dependencies([tf.assign_add(v, 1.0)]):
            return tf.constant(1.0)

    with tf.device(W1):
        chosen = tf.cond(x, touch, lambda: tf.constant(-1.0))
    with tf.Session(harness.target(flags, 0)) as session:
        session.run(tf.global_variables_initializer())
        seen = [float(session.run(chosen, {x: value})) for value in (True, False, False, True)]
        harness.report("branch_not_taken_has_no_effect", [seen, float(session.run(v))])


def cond_in_loop():
    def body(i, a):
        def even():
            with tf.device(W1):
                return a + 10.0

        def odd():
            with tf.device(PS):
                return a * 0.5

        return i + 1, tf.cond(tf.equal(i % 2, 0), even, odd)

    with tf.device(W0):
        _, a = tf.while_loop(lambda i, _: i < 9, body, [tf.constant(0), tf.constant(3.0)])
    harness.report("cond_in_loop", run(a))


def gradient_of_cond():
    x = tf.placeholder(tf.float32, [2])

    def square():
        with tf.device(W1):
            return x * x

    with tf.device(W0):
        chosen = tf.cond(tf.reduce_sum(x) > 0, square, lambda: x * 3.0)
        slope, = tf.gradients(tf.reduce_sum(chosen), x)
    with tf.Session(harness.target(flags, 0)) as session:
        harness.report("gradient_of_cond", [session.run(slope, {x: v}).tolist() for v in ([1.0, 2.0], [-1.0, -2.0])])


def gradient_of_loop():
    """The forward values are pushed on stacks and popped by the backward loop."""
    x = tf.placeholder(tf.float32, [3])
    with tf.device(W0):
        _, a = tf.while_loop(lambda i, _: i < 4, lambda i, a: (i + 1, a * a + x), [tf.constant(0), x])
        slope, = tf.gradients(tf.reduce_sum(a), x)
    harness.report("gradient_of_loop", run(slope, {x: [0.1, 0.2, 0.3]}))
    harness.report("gradient_of_loop/ops", ops_used())


def gradient_of_loop_across_tasks():
    with tf.device(PS):
        # Read outside the loop: the stack of a value read inside is colocated with the resource
        # variable, on the ps, and TensorFlow then refuses the worker's device for it.
        w = tf.identity(tf.get_variable("loop_w", initializer=tf.constant([[0.5, 0.1], [0.2, 0.4]])))

    def body(i, a):
        with tf.device(W1):
            return i + 1, tf.tanh(tf.matmul(a, w))

    with tf.device(W0):
        _, a = tf.while_loop(lambda i, _: i < 5, body, [tf.constant(0), tf.constant([[1.0, -1.0]])])
        slope, = tf.gradients(tf.reduce_sum(a), w)
    harness.report("gradient_of_loop_across_tasks", run(slope))


def many_steps():
    """The same loop a hundred times, from both masters: no state may stay behind."""
    def body(i, a):
        with tf.device(W1):
            return i + 1, a + 1.0

    x = tf.placeholder(tf.float32, [])
    with tf.device(W0):
        _, a = tf.while_loop(lambda i, _: i < 5, body, [tf.constant(0), x])
    for index in range(2):
        with tf.Session(harness.target(flags, index)) as session:
            harness.report(f"many_steps/{index}", all(session.run(a, {x: k}) == k + 5 for k in range(100)))


# The gradient of a second-version loop keeps its values in lists of tensors, which Regatta does not have.
OF_LOOPS = () if flags.variables == "v2" else (gradient_of_loop, gradient_of_loop_across_tasks)
for part in (
    body_on_another_task, body_on_three_tasks, condition_on_another_task, zero_iterations, nested,
    variable_in_loop, update_in_loop, branches_on_tasks, branch_not_taken_has_no_effect, cond_in_loop,
    gradient_of_cond, *OF_LOOPS, many_steps,
):
    harness.attempt(part)
