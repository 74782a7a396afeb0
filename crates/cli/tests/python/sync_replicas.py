"""Two workers train one model in lockstep: `SyncReplicasOptimizer`, between-graph, on one parameter server.

Gradients meet in accumulators on the parameter server, tokens in a queue there let the workers go on. Both workers compute
the same gradient, so that the model after so many steps is known whichever of them was faster.
"""

import threading

import harness
import numpy as np
import tensorflow.compat.v1 as tf

flags = harness.start()
STEPS = 12
RATE = 0.1


def expected(steps):
    """The model after so many steps."""
    w, rows = np.array([1.0, -2.0, 3.0]), np.ones((4, 2))
    for _ in range(steps):
        w = w - RATE * 2 * (w - 5.0)
        rows[1:3] = rows[1:3] - RATE * 2 * rows[1:3]
    return w, rows


def train(index, sparse, results, is_ready, are_done):
    graph = tf.Graph()
    with graph.as_default():
        device = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{index}", ps_tasks=1)
        with tf.device(device):
            step = tf.train.get_or_create_global_step()
            w = tf.get_variable("w", initializer=tf.constant([1.0, -2.0, 3.0]))
            loss = tf.reduce_sum((w - 5.0) ** 2)
            if sparse:
                rows = tf.get_variable("rows", initializer=tf.ones([4, 2]))
                loss += tf.reduce_sum(tf.nn.embedding_lookup(rows, [1, 2]) ** 2)
            optimizer = tf.train.SyncReplicasOptimizer(
                tf.train.GradientDescentOptimizer(RATE), replicas_to_aggregate=2, total_num_replicas=2)
            update = optimizer.minimize(loss, global_step=step)
        # Who comes second finds the variables initialised, and need not poll for them.
        if index == 1:
            is_ready.wait(60)
        with tf.train.MonitoredTrainingSession(
                master=harness.target(flags, index), is_chief=index == 0, hooks=[optimizer.make_session_run_hook(index == 0, 0)],
                log_step_count_steps=None, save_checkpoint_secs=None, stop_grace_period_secs=2) as session:
            is_ready.set()
            # Not so many runs for each: who is faster may have made some of the other's, who would wait for one more.
            while session.run(step) < STEPS:
                session.run(update)
            # The chief's queue runner serves both.
            are_done.wait(60)
        with tf.Session(harness.target(flags, index)) as session:
            model = [w, rows] if sparse else [w]
            results[index] = session.run([step] + model)


def in_lockstep(name, sparse):
    results, is_ready, are_done = {}, threading.Event(), threading.Barrier(2)
    harness.in_threads([lambda index=index: train(index, sparse, results, is_ready, are_done) for index in range(2)])
    for index in range(2):
        reached, model = results[index][0], results[index][1:]
        harness.report(f"{name}/{index}/step", int(reached))
        for part, have, want in zip(["w", "rows"], model, expected(int(reached))):
            harness.report(f"{name}/{index}/{part}", have)
            harness.report(f"{name}/{index}/{part}/as_computed", bool(np.allclose(have, want, rtol=1e-4)))


def whole():
    in_lockstep("whole", False)


def rows_of_a_table():
    in_lockstep("rows", True)


for part in (whole, rows_of_a_table):
    harness.attempt(part)
    tf.Session.reset(harness.target(flags, 0))
