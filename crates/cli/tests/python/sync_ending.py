"""A whole `SyncReplicasOptimizer` program, a process for each worker, as the tutorials write it: how it ends.

Nothing is told to hurry: `MonitoredTrainingSession` has its own patience of 120 seconds with threads that do not end, and the chief's queue
runner, which waits for gradients that nobody will send, is such a thread. Prints when the last step was made and how long
each worker needed from then to its end.
"""

import os
import time

import harness
import numpy as np
import tensorflow.compat.v1 as tf

harness.parser.add_argument("--steps", type=int, default=100)
flags = harness.start()
# Far more than a busy machine needs for the end of a program, and less than TensorFlow's patience of 120 seconds.
PROMPT = 60
# When nobody waits any longer for a worker that does not end at all.
LIMIT = 160


def work(index):
    """What a worker does; returns how long its end took."""
    workers = len(flags.worker)
    device = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{index}", ps_tasks=len(flags.ps))
    with tf.device(device):
        step = tf.train.get_or_create_global_step()
        x = tf.placeholder(tf.float32, [None, 20])
        y = tf.placeholder(tf.float32, [None, 1])
        w = tf.get_variable("w", [20, 30], initializer=tf.truncated_normal_initializer(stddev=0.1, seed=1))
        v = tf.get_variable("v", [30, 1], initializer=tf.truncated_normal_initializer(stddev=0.1, seed=2))
        loss = tf.reduce_mean((tf.nn.relu(x @ w) @ v - y) ** 2)
        optimizer = tf.train.SyncReplicasOptimizer(
            tf.train.AdamOptimizer(0.01), replicas_to_aggregate=workers, total_num_replicas=workers)
        train = optimizer.minimize(loss, global_step=step)
    hooks = [tf.train.StopAtStepHook(last_step=flags.steps), optimizer.make_session_run_hook(index == 0)]
    config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{index}"])
    random = np.random.RandomState(index)
    with tf.train.MonitoredTrainingSession(
            harness.target(flags, index), is_chief=index == 0, hooks=hooks, config=config, log_step_count_steps=None) as session:
        while not session.should_stop():
            xs = random.rand(16, 20)
            session.run([train, loss], {x: xs, y: xs.sum(1, keepdims=True)})
            last = time.time()
    return time.time() - last


def main():
    """Starts the workers, so that TensorFlow is imported once, and waits for all."""
    workers = {}
    for index in range(len(flags.worker)):
        process = os.fork()
        if process == 0:
            try:
                seconds = work(index)
                print(f"worker {index} ended {seconds:.1f} s after its last step", flush=True)
                os._exit(0 if seconds < PROMPT else 3)
            except BaseException as error:  # pylint: disable=broad-except
                print(f"worker {index}: {error!r}", flush=True)
                os._exit(1)
        workers[process] = index
    started, codes = time.time(), {}
    while len(codes) < len(workers) and time.time() - started < LIMIT:
        process, status = os.waitpid(-1, os.WNOHANG)
        if process:
            codes[workers[process]] = os.waitstatus_to_exitcode(status)
        else:
            time.sleep(0.05)
    for process, index in workers.items():
        if index not in codes:
            os.kill(process, 9)
        harness.report(f"worker_{index}", codes.get(index, f"still there after {LIMIT} s"))


main()
