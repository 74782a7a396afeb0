"""Times steps of one graph on several clusters, in turns, so that all see the same machine.

bench_session.py steps|pull NAME=TARGET...      prints `@NAME [seconds for each round]`
"""

import json
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.logging.set_verbosity(tf.logging.ERROR)
ROUNDS = 5


def steps_graph():
    """A public tutorial's first graph: variables on the ps, a product on each worker."""
    with tf.device("/job:ps/task:0"):
        x = tf.Variable(tf.ones([2, 2]))
        y = tf.Variable(tf.ones([2, 2]))
    with tf.device("/job:worker/task:0"):
        z = tf.matmul(x, y) + x
    with tf.device("/job:worker/task:1"):
        z = tf.matmul(z, x) + x
    return {"": (z, 400)}


def pull_graph():
    """One element of a variable, taken on the worker: all of it must cross. The small variable
    shows what a step costs without the bytes."""
    fetches = {}
    for name, length in (("", 2_621_440), ("/small", 1)):
        with tf.device("/job:ps/task:0"):
            v = tf.Variable(tf.ones([length]))
        with tf.device("/job:worker/task:0"):
            fetches[name] = (tf.identity(v)[0], 30)
    return fetches


class Client:
    """A session on one cluster."""

    def __init__(self, name, target, build):
        self.name = name
        self.seconds = {}
        with tf.Graph().as_default() as graph:
            self.fetches = build()
            initialise = tf.global_variables_initializer()
        self.session = tf.Session(target, graph=graph)
        self.session.run(initialise)

    def round(self, timed):
        for part, (fetch, runs) in self.fetches.items():
            times = []
            for _ in range(runs):
                started = time.perf_counter()
                self.session.run(fetch)
                times.append(time.perf_counter() - started)
            if timed:
                # Steps: the mean is what a user gets; a pull: the median leaves out hiccups.
                value = np.mean(times) if runs > 100 else np.median(times)
                self.seconds.setdefault(part, []).append(float(value))


build = {"steps": steps_graph, "pull": pull_graph}[sys.argv[1]]
clients = [Client(*argument.split("=", 1), build) for argument in sys.argv[2:]]
for number in range(ROUNDS + 1):
    for client in clients:
        client.round(timed=number > 0)
for client in clients:
    for part, seconds in client.seconds.items():
        print(f"@{client.name}{part} {json.dumps(seconds)}")
    client.session.close()
