"""Graphs that call functions, spread over tasks; only of use with --variables=v2."""

import harness
import tensorflow.compat.v1 as tf
from tensorflow.python.framework import function

flags = harness.start()
PS, W0, W1 = "/job:ps/task:0", "/job:worker/task:0", "/job:worker/task:1"


def session():
    return tf.Session(harness.target(flags, 0))


def ops_used():
    """The ops that call functions, to show that the test tests something."""
    wanted = {"If", "StatelessIf", "While", "StatelessWhile", "StatelessCase", "Case", "PartitionedCall",
              "StatefulPartitionedCall"}
    return sorted({op.type for op in tf.get_default_graph().get_operations()} & wanted)


def conditions_in_conditions():
    x = tf.placeholder(tf.float32, [])

    def inner():
        with tf.device(W1):
            return tf.cond(x > 10.0, lambda: x * 2.0, lambda: tf.constant(7.0) + x)

    with tf.device(W0):
        y = tf.cond(x > 0.0, inner, lambda: tf.constant(-1.0))
    with session() as s:
        harness.report("conditions_in_conditions", [float(s.run(y, {x: v})) for v in (20.0, 5.0, -3.0)])
    harness.report("conditions_in_conditions/ops", ops_used())


def loops_in_conditions_in_loops():
    with tf.device(PS):
        v = tf.get_variable("inner_v", initializer=0.5)
        u = tf.get_variable("inner_u", initializer=2.0)

    def body(i, a):
        def count():
            with tf.device(W1):
                return tf.while_loop(lambda j, _: j < i, lambda j, b: (j + 1, b + v), [tf.constant(0), a])[1]
        return i + 1, tf.cond(tf.equal(i % 2, 0), count, lambda: a * u)

    with tf.device(W0):
        i, a = tf.while_loop(lambda i, _: i < 7, body, [tf.constant(0), tf.constant(1.0)])
    with session() as s:
        s.run(tf.global_variables_initializer())
        harness.report("loops_in_conditions_in_loops", [float(x) for x in s.run([i, a])])
        # By the name of the op itself, and as something to wait for.
        loop = a.op.inputs[0]
        harness.report("loops_in_conditions_in_loops/by_name", float(s.run(loop.op.name + ":3")))
        with tf.control_dependencies([loop.op]):
            after = v.read_value()
        harness.report("loops_in_conditions_in_loops/after", float(s.run(after)))
    harness.report("loops_in_conditions_in_loops/ops", ops_used())


def one_of_several():
    x, k = tf.placeholder(tf.float32, []), tf.placeholder(tf.int32, [])

    def on(device, branch):
        def placed():
            with tf.device(device):
                return branch(x)
        return placed

    branches = [on(PS, lambda x: x + 1.0), on(W0, lambda x: x * 10.0), on(W1, lambda x: tf.constant(3.0))]
    with tf.device(W0):
        y = tf.switch_case(k, branches)
        alone = tf.switch_case(k, [lambda: x - 1.0])
    with session() as s:
        harness.report("one_of_several", [float(s.run(y, {x: 4.0, k: v})) for v in (-1, 0, 1, 2, 3)])
        harness.report("one_of_several/alone", float(s.run(alone, {x: 4.0, k: 0})))
    harness.report("one_of_several/ops", ops_used())


def only_the_taken_branch_writes():
    with tf.device(PS):
        v = tf.get_variable("written", initializer=0.0)
        w = tf.get_variable("written_too", initializer=0.0)
    p = tf.placeholder(tf.bool, [])
    with tf.device(W1):
        step = tf.cond(p, lambda: v.assign_add(1.0), lambda: w.assign_add(10.0))
        with tf.control_dependencies([step]):
            both = tf.stack([v.read_value(), w.read_value()])
    with session() as s:
        s.run(tf.global_variables_initializer())
        harness.report("only_the_taken_branch_writes", [s.run(both, {p: t}).tolist() for t in (True, False, False, True)])


def waiting_for_a_condition():
    """The control output of a condition comes after the effects of its branch."""
    with tf.device(PS):
        v = tf.get_variable("waited_for", initializer=0.0)
    p = tf.placeholder(tf.bool, [])
    with tf.device(W1):
        done = tf.cond(p, lambda: tf.group(v.assign_add(1.0)), lambda: tf.no_op())
        with tf.control_dependencies([done]):
            after = v.read_value()
    with session() as s:
        s.run(tf.global_variables_initializer())
        harness.report("waiting_for_a_condition", [float(s.run(after, {p: t})) for t in (True, False, True, True)])


def traced_functions():
    with tf.device(PS):
        v = tf.get_variable("in_function", initializer=1.0)

    @tf.function
    def square(x):
        return x * x

    @tf.function
    def update(x):
        v.assign_add(square(x))
        if x > 2.0:
            v.assign(v * 2.0)
        return v + 0.5, v.read_value()

    x = tf.placeholder(tf.float32, [])
    with tf.device(W1):
        y, z = update(x)
    with session() as s:
        s.run(tf.global_variables_initializer())
        harness.report("traced_functions", [[float(r) for r in s.run([y, z], {x: k})] for k in (1.0, 3.0, 2.0)])
        harness.report("traced_functions/left", float(s.run(v.read_value())))
    harness.report("traced_functions/ops", ops_used())


def old_functions():
    @function.Defun(tf.float32, tf.float32)
    def both(a, b):
        return a + b, a - b

    @function.Defun(tf.float32)
    def twice(a):
        total, difference = both(a, 1.0)
        return total * difference

    x = tf.placeholder(tf.float32, [])
    with tf.device(W1):
        y = twice(x)
        total, difference = both(y, x)
    with session() as s:
        harness.report("old_functions", [float(r) for r in s.run([y, total, difference], {x: 3.0})])


def later_calls():
    """A function comes with one extension of the graph, and is called in a later one too."""
    @function.Defun(tf.float32)
    def add_one(a):
        return a + 1.0

    with session() as s:
        y = add_one(tf.constant(1.0))
        harness.report("later_calls/first", float(s.run(y)))
        z = add_one(y) * 2.0
        harness.report("later_calls/second", float(s.run(z)))
        c = tf.cond(z > 0.0, lambda: add_one(z), lambda: y)
        harness.report("later_calls/third", float(s.run(c)))
        harness.report("later_calls/fourth", float(s.run(tf.identity(c.op.inputs[0]) * 3.0)))


for part in (
    conditions_in_conditions, loops_in_conditions_in_loops, one_of_several, only_the_taken_branch_writes,
    waiting_for_a_condition, traced_functions, old_functions, later_calls,
):
    harness.attempt(part)
