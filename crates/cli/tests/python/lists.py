"""Gradients through loops that call functions: what the way there leaves in lists, the way back takes from them."""

import harness
import numpy as np
import tensorflow.compat.v1 as tf

flags = harness.start()
tf.enable_control_flow_v2()


def session():
    return tf.Session(harness.target(flags, 0))


def on(task):
    return tf.device(f"/job:{task}/task:0/device:CPU:0")


def powers():
    x = tf.placeholder_with_default(tf.constant([1.5, -2.0]), [2])
    n = tf.placeholder_with_default(tf.constant(4), [])
    with on("worker"):
        _, y = tf.while_loop(lambda i, y: i < n, lambda i, y: (i + 1, y * x + tf.tanh(y)), [tf.constant(0), x])
    grad = tf.gradients(y, x)[0]
    second = tf.gradients(grad, x)[0]
    with session() as s:
        for turns in (0, 1, 4):
            for name, value in zip(["y", "grad", "second"], s.run([y, grad, second], {n: turns})):
                harness.report(f"powers/{turns}/{name}", value)


def recurrent():
    """A recurrent net by hand: weights read in every turn, inputs and outputs in arrays."""
    rng = np.random.RandomState(3)
    inputs = tf.constant(rng.randn(5, 2, 3), tf.float32)
    with on("ps"):
        w = tf.get_variable("w", initializer=tf.constant(rng.randn(3, 4), tf.float32), use_resource=True)
        u = tf.get_variable("u", initializer=tf.constant(rng.randn(4, 4), tf.float32), use_resource=True)
    with on("worker"):
        steps = tf.TensorArray(tf.float32, 5).unstack(inputs)
        outs = tf.TensorArray(tf.float32, 5)

        def turn(i, state, outs):
            state = tf.tanh(tf.matmul(steps.read(i), w) + tf.matmul(state, u))
            return i + 1, state, outs.write(i, state)

        _, state, outs = tf.while_loop(lambda i, *_: i < 5, turn, [0, tf.zeros([2, 4]), outs])
        stacked = outs.stack()
        loss = tf.reduce_sum(state ** 2) + tf.reduce_mean(stacked)
    grads = tf.gradients(loss, [w, u])
    with session() as s:
        s.run(tf.global_variables_initializer())
        for name, value in zip(["loss", "stacked", "w", "u"], s.run([loss, stacked] + grads)):
            harness.report(f"recurrent/{name}", value)


def nested():
    x = tf.placeholder_with_default(tf.constant(1.1), [])

    def outer(i, y):
        _, y = tf.while_loop(lambda j, y: j < i, lambda j, y: (j + 1, y * x), [tf.constant(0), y])
        return i + 1, tf.cond(y > 1.5, lambda: y * 0.5, lambda: y + x)

    with on("worker"):
        _, y = tf.while_loop(lambda i, y: i < 4, outer, [tf.constant(0), x])
    grad = tf.gradients(y, x)[0]
    with session() as s:
        for value in (1.1, 0.3, 2.0):
            harness.report(f"nested/{value}", s.run([y, grad], {x: value})[1])


def across_tasks():
    """A list that travels: made on one task, read on another."""
    with on("worker"):
        made = tf.raw_ops.TensorListFromTensor(tensor=tf.constant([[1.0, 2.0], [3.0, 4.0]]), element_shape=[2])
        made = tf.raw_ops.TensorListResize(input_handle=made, size=3)
    with on("ps"):
        longer = tf.raw_ops.TensorListPushBack(input_handle=made, tensor=[5.0, 6.0])
        there = tf.raw_ops.TensorListStack(input_handle=longer, element_shape=[2], element_dtype=tf.float32)
    with on("worker"):
        back = tf.raw_ops.TensorListGetItem(input_handle=longer, index=3, element_shape=[2], element_dtype=tf.float32)
    with session() as s:
        for name, value in zip(["there", "back"], s.run([there, back])):
            harness.report(f"across_tasks/{name}", value)


for part in (powers, recurrent, nested, across_tasks):
    harness.attempt(part)
