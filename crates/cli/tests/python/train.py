"""Trains the classic models on a cluster and reports their accuracy on held-out samples.

--model=softmax   one layer, gradient descent, a client for each worker stepping in turn
--model=mlp100    784-100-10, Adam, MonitoredTrainingSession, workers stepping in turn
--model=mlp500    784-500-500-10, Adagrad, MonitoredTrainingSession, workers stepping in turn
--model=towers    784-100-10 replicated inside one graph, a tower on each worker
--concurrent      workers do not take turns: each client steps as fast as it can

Taking turns makes the order of updates the same in every run, so that two servers can be
compared; the concurrent run is what a cluster sees in life.
"""

import itertools
import tempfile

import harness
import tensorflow.compat.v1 as tf

harness.parser.add_argument("--model", choices=["softmax", "mlp100", "mlp500", "towers"], required=True)
harness.parser.add_argument("--concurrent", action="store_true")
harness.parser.add_argument("--steps", type=int, default=300)
flags = harness.start()
digits = harness.Digits()


def placeholders():
    return tf.placeholder(tf.float32, [None, 784], "x"), tf.placeholder(tf.float32, [None, 10], "y_")


def dense(x, inputs, outputs, name, activation=None):
    with tf.variable_scope(name):
        w = tf.get_variable("w", [inputs, outputs], initializer=tf.truncated_normal_initializer(stddev=0.1))
        b = tf.get_variable("b", [outputs], initializer=tf.constant_initializer(0.1))
        h = tf.matmul(x, w) + b
        return activation(h) if activation else h


def mlp100(x):
    return dense(dense(x, 784, 100, "hidden", tf.nn.relu), 100, 10, "out")


def mlp500(x):
    h = dense(x, 784, 500, "hidden1", tf.nn.relu)
    return dense(dense(h, 500, 500, "hidden2", tf.nn.relu), 500, 10, "out")


def cross_entropy(logits, labels):
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits))


def accuracy(scores, labels):
    right = tf.equal(tf.argmax(scores, 1), tf.argmax(labels, 1))
    return tf.reduce_mean(tf.cast(right, tf.float32))


class Replica:
    """The graph of one worker's client."""

    def __init__(self, index, build):
        self.index = index
        self.graph = tf.Graph()
        self.batches = digits.batches(64, seed=100 + index)
        cluster = tf.train.ClusterSpec({"ps": flags.ps, "worker": flags.worker})
        setter = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{index}", cluster=cluster)
        with self.graph.as_default(), tf.device(setter):
            tf.set_random_seed(1234)
            self.x, self.y = placeholders()
            self.global_step = tf.train.get_or_create_global_step()
            self.train, self.loss, self.accuracy = build(self.x, self.y, self.global_step)

    def step(self, session):
        images, labels = next(self.batches)
        return session.run([self.train, self.loss, self.global_step], {self.x: images, self.y: labels})

    def test(self, session):
        images, labels = digits.test
        return session.run(self.accuracy, {self.x: images, self.y: labels})


def build_softmax(x, y_, global_step):
    w = tf.Variable(tf.zeros([784, 10]))
    b = tf.Variable(tf.zeros([10]))
    y = tf.nn.softmax(tf.matmul(x, w) + b)
    loss = tf.reduce_mean(-tf.reduce_sum(y_ * tf.log(y), reduction_indices=[1]))
    train = tf.train.GradientDescentOptimizer(0.1).minimize(loss, global_step=global_step)
    return train, loss, accuracy(y, y_)


def build_deep(model, optimizer):
    def build(x, y_, global_step):
        logits = model(x)
        loss = cross_entropy(logits, y_)
        measured = accuracy(logits, y_)
        tf.summary.scalar("loss", loss)
        tf.summary.scalar("accuracy", measured)
        return optimizer().minimize(loss, global_step=global_step), loss, measured

    return build


def drive(replicas, sessions):
    """Takes `flags.steps` steps on each replica, in turn or all at once."""
    if flags.concurrent:
        def run(replica, session):
            for _ in range(flags.steps):
                replica.step(session)
        harness.in_threads([lambda r=r, s=s: run(r, s) for r, s in zip(replicas, sessions)])
    else:
        for _ in range(flags.steps):
            for replica, session in zip(replicas, sessions):
                replica.step(session)


def softmax():
    """Two clients with plain sessions; the first initialises the shared variables."""
    replicas = [Replica(i, build_softmax) for i in range(len(flags.worker))]
    sessions = [tf.Session(harness.target(flags, r.index), graph=r.graph) for r in replicas]
    with replicas[0].graph.as_default():
        initialise = tf.global_variables_initializer()
    sessions[0].run(initialise)
    drive(replicas, sessions)
    harness.report("global_step", int(sessions[-1].run(replicas[-1].global_step)))
    for replica, session in zip(replicas, sessions):
        harness.report(f"worker{replica.index}/accuracy", float(replica.test(session)))
        session.close()


def monitored(model, optimizer):
    """Chief and non-chief under MonitoredTrainingSession, checkpoints on; then a second
    chief session, which must restore the last checkpoint."""
    replicas = [Replica(i, build_deep(model, optimizer)) for i in range(len(flags.worker))]
    directory = tempfile.mkdtemp(prefix="regatta-train-")
    total = flags.steps * len(replicas)

    def open_session(replica):
        chief = replica.index == 0
        with replica.graph.as_default():
            return tf.train.MonitoredTrainingSession(
                master=harness.target(flags, replica.index),
                is_chief=chief,
                checkpoint_dir=directory if chief else None,
                save_checkpoint_secs=None,
                save_checkpoint_steps=total // 2 if chief else None,
                save_summaries_steps=total // 4 if chief else None,
                # A second worker finds the variables initialised, if the chief came first.
                max_wait_secs=60,
                stop_grace_period_secs=2,
            )

    # MonitoredTrainingSession keeps the default graph on a stack of its thread, so that
    # each session is opened, used and closed without `with`.
    sessions = [open_session(replica) for replica in replicas]
    drive(replicas, sessions)
    finals = [float(r.test(s)) for r, s in zip(replicas, sessions)]
    step = int(sessions[0].run(replicas[0].global_step, {replicas[0].x: digits.test[0], replicas[0].y: digits.test[1]}))
    for session in reversed(sessions):
        session.close()
    harness.report("global_step", step)
    for replica, final in zip(replicas, finals):
        harness.report(f"worker{replica.index}/accuracy", final)

    names = [name for name, _ in tf.train.list_variables(directory)]
    harness.report("checkpoint/variables", sorted(names))
    events = list(itertools.chain(*(tf.train.summary_iterator(f) for f in tf.gfile.Glob(directory + "/*tfevents*"))))
    tags = {v.tag for e in events for v in e.summary.value}
    harness.report("summaries", sorted(tags - {"global_step/sec"}))

    again = open_session(replicas[0])
    harness.report("restored/global_step", int(again.run(replicas[0].global_step, {replicas[0].x: digits.test[0], replicas[0].y: digits.test[1]})))
    harness.report("restored/accuracy", float(replicas[0].test(again)))
    again.close()
    tf.gfile.DeleteRecursively(directory)


def towers():
    """One client, one graph: a tower on each worker, the average gradient applied on the ps."""
    tf.set_random_seed(1234)
    x, y_ = placeholders()
    with tf.device("/job:ps/task:0"):
        global_step = tf.train.get_or_create_global_step()
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    count = len(flags.worker)
    xs, ys = tf.split(x, count), tf.split(y_, count)
    gradients, correct = [], []
    with tf.variable_scope(tf.get_variable_scope()):
        for i in range(count):
            cluster = tf.train.ClusterSpec({"ps": flags.ps, "worker": flags.worker})
            setter = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{i}", cluster=cluster)
            with tf.device(setter), tf.name_scope(f"tower{i}"):
                logits = mlp100(xs[i])
                tf.get_variable_scope().reuse_variables()
                gradients.append(optimizer.compute_gradients(cross_entropy(logits, ys[i])))
                correct.append(accuracy(logits, ys[i]))
    averages = []
    with tf.device("/job:ps/task:0"):
        for pairs in zip(*gradients):
            stacked = tf.concat([tf.expand_dims(gradient, 0) for gradient, _ in pairs], 0)
            averages.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
        train = optimizer.apply_gradients(averages, global_step=global_step)
        measured = tf.reduce_mean(tf.stack(correct))
    batches = digits.batches(128, seed=100)
    with tf.Session(harness.target(flags, 0)) as session:
        session.run(tf.global_variables_initializer())
        for _ in range(flags.steps):
            images, labels = next(batches)
            session.run(train, {x: images, y_: labels})
        harness.report("global_step", int(session.run(global_step)))
        images, labels = digits.test
        harness.report("accuracy", float(session.run(measured, {x: images, y_: labels})))


if flags.model == "softmax":
    softmax()
elif flags.model == "mlp100":
    monitored(mlp100, lambda: tf.train.AdamOptimizer(0.002))
elif flags.model == "mlp500":
    monitored(mlp500, lambda: tf.train.AdagradOptimizer(0.02))
else:
    towers()
