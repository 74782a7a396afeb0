"""Two clients on two masters share a parameter server.

What one writes the other reads; steps that run at the same time never see each other's
values; locked additions are neither lost nor applied twice.
"""

import harness
import numpy as np
import tensorflow.compat.v1 as tf

flags = harness.start()
STEPS = 150
THREADS = 3


class Client:
    """A graph and a session on one master; both clients build the same variables."""

    def __init__(self, index):
        self.index = index
        self.graph = tf.Graph()
        with self.graph.as_default():
            with tf.device("/job:ps/task:0"):
                self.shared = tf.get_variable("shared", initializer=tf.zeros([4]))
                self.count = tf.get_variable("count", initializer=tf.constant(0, tf.int64))
                self.big = tf.get_variable("big", initializer=tf.zeros([1000]))
            self.value = tf.placeholder(tf.float32, [4])
            self.write = tf.assign(self.shared, self.value)
            if flags.variables == "ref":
                self.add = tf.assign_add(self.count, tf.constant(1, tf.int64), use_locking=True)
                self.add_big = tf.assign_add(self.big, tf.ones([1000]), use_locking=True)
            else:
                self.add = self.count.assign_add(tf.constant(1, tf.int64))
                self.add_big = self.big.assign_add(tf.ones([1000]))
            # A value that crosses every task and comes back: 2x + index.
            self.x = tf.placeholder(tf.float32, [8])
            with tf.device("/job:ps/task:0"):
                doubled = self.x * 2.0
            with tf.device(f"/job:worker/task:{1 - index}"):
                moved = doubled + float(index)
            with tf.device(f"/job:worker/task:{index}"):
                self.trip = tf.identity(moved)
            self.initialise = tf.global_variables_initializer()
        self.session = tf.Session(harness.target(flags, index), graph=self.graph)

    def trips(self, first):
        """Distinguishable steps; returns how many came back wrong."""
        wrong = 0
        for k in range(first, first + STEPS):
            sent = np.arange(8) + 10.0 * k
            wrong += not np.array_equal(self.session.run(self.trip, {self.x: sent}), 2 * sent + self.index)
        return wrong

    def additions(self):
        for _ in range(STEPS):
            self.session.run([self.add.op, self.add_big.op])


def visible():
    a, b = clients
    a.session.run(a.initialise)
    a.session.run(a.write.op, {a.value: [1, 2, 3, 4]})
    harness.report("visible/b_reads_a", b.session.run(b.shared))
    b.session.run(b.write.op, {b.value: [5, 6, 7, 8]})
    harness.report("visible/a_reads_b", a.session.run(a.shared))


def apart():
    wrong = []
    harness.in_threads([
        lambda c=client, t=thread: wrong.append(c.trips(1000 * t + 100000 * c.index))
        for client in clients for thread in range(THREADS)
    ])
    harness.report("apart/wrong_results", sum(wrong))
    harness.report("apart/steps", len(wrong) * STEPS)


def counted():
    harness.in_threads([client.additions for client in clients for _ in range(THREADS)])
    expected = STEPS * THREADS * len(clients)
    for client in clients:
        harness.report(f"counted/client{client.index}", int(client.session.run(client.count)) - expected)
        big = client.session.run(client.big)
        harness.report(f"counted/big{client.index}", [float(big.min()) - expected, float(big.max()) - expected])


def one_leaves():
    """The variables of a closed session belong to the server and stay."""
    a, b = clients
    a.session.close()
    harness.report("one_leaves/shared", b.session.run(b.shared))
    again = Client(0)
    harness.report("one_leaves/again", again.session.run(again.shared))


clients = [Client(0), Client(1)]
for part in (visible, apart, counted, one_leaves):
    harness.attempt(part)
