"""A cluster whose second worker never started."""

import time

import harness
import tensorflow.compat.v1 as tf

flags = harness.start()
with tf.device("/job:ps/task:0"):
    a = tf.constant(20.0) + 1.0
with tf.device("/job:worker/task:0"):
    b = a * 2.0

# Creating a session waits for every task, until the client's own deadline.
started = time.time()
with tf.Session(harness.target(flags, 0), config=tf.ConfigProto(operation_timeout_in_ms=2000)) as session:
    harness.report("all_tasks", harness.error_name(lambda: session.run(b)))
harness.report("all_tasks/waited", bool(time.time() - started > 1.5))

# With filters it waits only for the tasks it may use.
filters = tf.ConfigProto(device_filters=["/job:ps", "/job:worker/task:0"], operation_timeout_in_ms=20000)
with tf.Session(harness.target(flags, 0), config=filters) as session:
    harness.report("filtered", session.run(b))
