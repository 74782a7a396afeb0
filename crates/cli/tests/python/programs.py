"""The classic programs of distributed TensorFlow, one after the other, each with fixed seeds: reports every program's first
weights and its loss after 100 steps, so that two servers can be compared number by number. Learning rates are low: with
higher ones the last bits of a sum grow, within a hundred steps, to differences that TensorFlow shows against itself when
oneDNN is turned off.

--only=NAME,NAME   some of them
"""

import functools
import tempfile

import harness
import numpy as np
import tensorflow.compat.v1 as tf

harness.parser.add_argument("--only", default="")
harness.parser.add_argument("--steps", type=int, default=100)
flags = harness.start()
digits = harness.Digits(train=1000, test=10)
target = harness.target(flags, 0)
cluster = tf.train.ClusterSpec({"ps": flags.ps, "worker": flags.worker})


def on_replica(index=0):
    return tf.device(tf.train.replica_device_setter(worker_device=f"/job:worker/task:{index}", cluster=cluster))


def inputs():
    return tf.placeholder(tf.float32, [None, 784], "x"), tf.placeholder(tf.float32, [None, 10], "y_")


def dense(x, units, name, activation=None):
    with tf.variable_scope(name):
        size = int(x.shape[1])
        w = tf.get_variable("w", [size, units], initializer=tf.truncated_normal_initializer(stddev=1.0 / np.sqrt(size)))
        b = tf.get_variable("b", [units], initializer=tf.zeros_initializer())
        h = tf.nn.xw_plus_b(x, w, b)
        return activation(h) if activation else h


def cross_entropy(logits, labels):
    return tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(labels=labels, logits=logits))


def weigh(name, session, variables=None):
    """Reports what the trainable variables are before the first step."""
    variables = tf.trainable_variables() if variables is None else variables
    for variable, value in zip(variables, session.run(variables)):
        value = np.asarray(value, np.float64)
        harness.report(f"{name}/{variable.op.name}", [float(np.sum(value)), float(np.sum(value * value)), float(value.ravel()[0])])


def train(name, session, step, loss, x=None, y=None, batch=50, weighed=None):
    """Takes the steps; reports the loss of the first and the last."""
    batches = digits.batches(batch, seed=5)
    losses = []
    for _ in range(flags.steps):
        feeds = None
        if x is not None:
            images, labels = next(batches)
            feeds = {x: images, y: labels}
        losses.append(float(session.run([step, loss], feeds)[1]))
    harness.report(f"{name}/loss", [losses[0], losses[-1]])


def a_softmax():
    with on_replica():
        x, y_ = inputs()
        w, b = tf.Variable(tf.zeros([784, 10])), tf.Variable(tf.zeros([10]))
        y = tf.nn.softmax(tf.matmul(x, w) + b)
        loss = tf.reduce_mean(-tf.reduce_sum(y_ * tf.log(y), reduction_indices=[1]))
        global_step = tf.Variable(0, name="global_step", trainable=False)
        step = tf.train.GradientDescentOptimizer(0.05).minimize(loss, global_step=global_step)
    with tf.Session(target) as session:
        session.run(tf.global_variables_initializer())
        train("a_softmax", session, step, loss, x, y_)
        weigh("a_softmax", session)


def monitored(name, build, optimizer):
    """Under MonitoredTrainingSession, with checkpoints and summaries."""
    with on_replica():
        x, y_ = inputs()
        global_step = tf.train.get_or_create_global_step()
        loss = cross_entropy(build(x), y_)
        tf.summary.scalar("loss", loss)
        made = optimizer()
        step = made.minimize(loss, global_step=global_step)
        hooks = [made.make_session_run_hook(True)] if isinstance(made, tf.train.SyncReplicasOptimizer) else []
        variables = tf.trainable_variables()
    with tempfile.TemporaryDirectory(prefix="regatta-programs-") as directory:
        with tf.train.MonitoredTrainingSession(
                master=target, is_chief=True, checkpoint_dir=directory, hooks=hooks, save_checkpoint_secs=None,
                save_checkpoint_steps=50, save_summaries_steps=None, stop_grace_period_secs=2) as session:
            weigh(name, session._coordinated_creator.tf_sess, variables)
            train(name, session, step, loss, x, y_)
        harness.report(f"{name}/checkpoint", sorted(n for n, _ in tf.train.list_variables(directory)))


def b1_mlp100_adam():
    monitored("b1", lambda x: dense(dense(x, 100, "hidden", tf.nn.relu), 10, "out"), lambda: tf.train.AdamOptimizer(0.001))


def b2_mlp500_adagrad():
    def build(x):
        h = dense(dense(x, 500, "hidden1", tf.nn.relu), 500, "hidden2", tf.nn.relu)
        return dense(h, 10, "out")

    monitored("b2", build, lambda: tf.train.AdagradOptimizer(0.001))


def b3_sync_adam():
    monitored("b3", lambda x: dense(dense(x, 100, "hidden", tf.nn.sigmoid), 10, "out"),
              lambda: tf.train.SyncReplicasOptimizer(tf.train.AdamOptimizer(0.001), replicas_to_aggregate=1,
                                                     total_num_replicas=1))


def b4_rmsprop():
    monitored("b4", lambda x: dense(dense(x, 100, "hidden", tf.nn.relu), 10, "out"),
              lambda: tf.train.RMSPropOptimizer(0.001))


def c_cnn():
    with on_replica():
        x, y_ = inputs()
        keep = tf.placeholder_with_default(tf.constant(0.5), [])

        def conv(h, window, filters, name):
            with tf.variable_scope(name):
                w = tf.get_variable("w", window + [int(h.shape[3]), filters],
                                    initializer=tf.truncated_normal_initializer(stddev=0.1))
                b = tf.get_variable("b", [filters], initializer=tf.constant_initializer(0.1))
                h = tf.nn.relu(tf.nn.conv2d(h, w, strides=[1, 1, 1, 1], padding="SAME") + b)
                return tf.nn.max_pool(h, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")

        h = conv(tf.reshape(x, [-1, 28, 28, 1]), [5, 5], 8, "conv1")
        h = conv(h, [5, 5], 16, "conv2")
        h = tf.nn.bias_add(tf.reshape(h, [-1, 7 * 7 * 16]), tf.get_variable("bias", [7 * 7 * 16], initializer=tf.zeros_initializer()))
        h = tf.nn.dropout(dense(h, 64, "full", tf.nn.relu), keep_prob=keep, seed=3)
        logits = dense(h, 10, "out")
        loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.argmax(y_, 1), logits=logits))
        step = tf.train.AdamOptimizer(1e-4).minimize(loss, global_step=tf.train.get_or_create_global_step())
    with tf.Session(target) as session:
        session.run(tf.global_variables_initializer())
        weigh("c_cnn", session)
        train("c_cnn", session, step, loss, x, y_, batch=20)


def d_supervisor():
    with on_replica():
        x, y_ = inputs()
        global_step = tf.Variable(0, name="global_step", trainable=False)
        logits = dense(dense(x, 100, "hidden", tf.nn.relu), 10, "out")
        loss = cross_entropy(logits, y_)
        tf.summary.scalar("loss", loss)
        tf.summary.histogram("logits", logits)
        tf.summary.image("input", tf.reshape(x, [-1, 28, 28, 1]), 2)
        summaries = tf.summary.merge_all()
        step = tf.train.AdagradOptimizer(0.01).minimize(loss, global_step=global_step)
        initialise = tf.global_variables_initializer()
    with tempfile.TemporaryDirectory(prefix="regatta-programs-") as directory:
        supervisor = tf.train.Supervisor(is_chief=True, logdir=directory, init_op=initialise, summary_op=None,
                                         global_step=global_step, save_model_secs=600, recovery_wait_secs=1)
        with supervisor.managed_session(target) as session:
            weigh("d_supervisor", session)
            train("d_supervisor", session, step, loss, x, y_)
            images, labels = digits.test
            text = session.run(summaries, {x: images, y_: labels})
            harness.report("d_supervisor/tags", sorted(v.tag for v in tf.Summary.FromString(text).value))
        supervisor.stop()


def d2_sharded_saver():
    with on_replica():
        x, y_ = inputs()
        loss = cross_entropy(dense(dense(x, 100, "hidden", tf.nn.sigmoid), 10, "out"), y_)
        step = tf.train.MomentumOptimizer(0.1, 0.9).minimize(loss, global_step=tf.train.get_or_create_global_step())
        saver = tf.train.Saver(sharded=True)
    with tempfile.TemporaryDirectory(prefix="regatta-programs-") as directory:
        with tf.Session(target) as session:
            session.run(tf.global_variables_initializer())
            weigh("d2", session)
            train("d2", session, step, loss, x, y_)
            images, labels = digits.test
            before = float(session.run(loss, {x: images, y_: labels}))
            path = saver.save(session, directory + "/model")
            session.run(tf.global_variables_initializer())
            saver.restore(session, path)
            harness.report("d2/restored", [before, float(session.run(loss, {x: images, y_: labels}))])


def e_queues():
    """Queues and their runners, without files."""
    images, labels = digits.train
    with tf.device("/job:worker/task:0"):
        index = tf.train.range_input_producer(200, num_epochs=None, shuffle=True, seed=11, capacity=8).dequeue()
        image, label = tf.gather(tf.constant(images[:200]), index), tf.gather(tf.constant(labels[:200]), index)
        x, y_ = tf.train.batch([image, label], 20, num_threads=1, capacity=64)
        epochs = tf.train.limit_epochs(tf.constant(1.0), num_epochs=2)
    with on_replica():
        loss = cross_entropy(dense(dense(x, 50, "hidden", tf.nn.relu), 10, "out"), y_)
        step = tf.train.GradientDescentOptimizer(0.1).minimize(loss)
        shuffled = tf.RandomShuffleQueue(100, 0, [tf.int32], [[]], seed=3)
        fill, close = shuffled.enqueue_many([tf.range(50)]), shuffled.close()
        drain, size = shuffled.dequeue_many(50), shuffled.size()
    with tf.Session(target) as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        weigh("e_queues", session)
        coordinator = tf.train.Coordinator()
        threads = tf.train.start_queue_runners(session, coordinator)
        train("e_queues", session, step, loss)
        harness.report("e_queues/epochs", [float(session.run(epochs)) for _ in range(2)])
        harness.report("e_queues/over", harness.error_name(lambda: session.run(epochs)))
        session.run(fill)
        harness.report("e_queues/size", int(session.run(size)))
        session.run(close)
        harness.report("e_queues/all", sorted(session.run(drain).tolist()))
        harness.report("e_queues/closed", harness.error_name(lambda: session.run(drain)))
        coordinator.request_stop()
        coordinator.join(threads, stop_grace_period_secs=5, ignore_live_threads=True)


def g_ema_clip():
    with on_replica():
        x, y_ = inputs()
        global_step = tf.train.get_or_create_global_step()
        loss = cross_entropy(dense(dense(x, 100, "hidden", tf.nn.relu), 10, "out"), y_)
        rate = tf.train.exponential_decay(0.5, global_step, 10, 0.9, staircase=True)
        optimizer = tf.train.GradientDescentOptimizer(rate)
        gradients, variables = zip(*optimizer.compute_gradients(loss))
        clipped, norm = tf.clip_by_global_norm(gradients, 0.5)
        apply = optimizer.apply_gradients(zip(clipped, variables), global_step=global_step)
        average = tf.train.ExponentialMovingAverage(0.9, global_step)
        with tf.control_dependencies([apply]):
            step = average.apply(tf.trainable_variables())
        shadows = [average.average(v) for v in tf.trainable_variables()]
    with tf.Session(target) as session:
        session.run(tf.global_variables_initializer())
        weigh("g_ema_clip", session)
        train("g_ema_clip", session, step, loss, x, y_)
        weigh("g_ema_clip/averages", session, shadows)
        images, labels = digits.test
        harness.report("g_ema_clip/norm", float(session.run(norm, {x: images, y_: labels})))


def h_in_graph():
    x, y_ = inputs()
    with tf.device("/job:ps/task:0"):
        global_step = tf.train.get_or_create_global_step()
        with tf.variable_scope("model"):
            pass
    optimizer = tf.train.GradientDescentOptimizer(0.1)
    towers = []
    for k, (xs, ys) in enumerate(zip(tf.split(x, 2), tf.split(y_, 2))):
        with on_replica(k), tf.variable_scope("model", reuse=k > 0):
            loss = cross_entropy(dense(dense(xs, 100, "hidden", tf.nn.relu), 10, "out"), ys)
            towers.append((loss, optimizer.compute_gradients(loss)))
    with tf.device("/job:ps/task:0"):
        averaged = []
        for pairs in zip(*(gradients for _, gradients in towers)):
            stacked = tf.concat([tf.expand_dims(g, 0) for g, _ in pairs], 0)
            averaged.append((tf.reduce_mean(stacked, 0), pairs[0][1]))
        step = optimizer.apply_gradients(averaged, global_step=global_step)
        loss = tf.reduce_mean(tf.stack([loss for loss, _ in towers]))
    with tf.Session(target) as session:
        session.run(tf.global_variables_initializer())
        weigh("h_in_graph", session)
        train("h_in_graph", session, step, loss, x, y_)


def i_embedding():
    with on_replica():
        words = tf.placeholder(tf.int64, [None], "words")
        y_ = tf.placeholder(tf.float32, [None, 10], "y_")
        table = tf.get_variable("table", [100, 16], partitioner=tf.fixed_size_partitioner(2),
                                initializer=tf.random_uniform_initializer(-1, 1))
        h = tf.nn.embedding_lookup(table, words)
        loss = cross_entropy(dense(h, 10, "out"), y_)
        step = tf.train.AdagradOptimizer(0.1).minimize(loss)
        saver = tf.train.Saver()
    random = np.random.RandomState(2)
    with tempfile.TemporaryDirectory(prefix="regatta-programs-") as directory, tf.Session(target) as session:
        session.run(tf.global_variables_initializer())
        weigh("i_embedding", session)
        losses = []
        for _ in range(flags.steps):
            picked = random.randint(0, 100, 30)
            losses.append(float(session.run([step, loss], {words: picked, y_: np.eye(10)[picked % 10]})[1]))
        harness.report("i_embedding/loss", [losses[0], losses[-1]])
        saver.save(session, directory + "/model")
        harness.report("i_embedding/checkpoint", [[n, s] for n, s in tf.train.list_variables(directory)])


def j_control_flow():
    with tf.device("/job:worker/task:0"):
        x = tf.placeholder(tf.float32, [4], "x")
        looped = tf.while_loop(lambda i, v: i < 5, lambda i, v: (i + 1, v * 1.1 + tf.reduce_sum(v) * 0.01), [0, x])[1]
        chosen = tf.cond(tf.reduce_sum(x) > 0, lambda: looped * looped, lambda: -looped)
        nested = tf.while_loop(lambda i, v: i < 3, lambda i, v: (i + 1, tf.cond(i >= 1, lambda: v * 2.0, lambda: v + x)),
                               [0, chosen])[1]
        gradient = tf.gradients(nested, x)[0]
        array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        filled = tf.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a.write(i, x * tf.cast(i, tf.float32))), [0, array])[1]
        stacked = filled.stack()
        through = tf.gradients(stacked, x)[0]
    with tf.Session(target) as session:
        for name, value in [("up", [1.0, 2.0, 3.0, 4.0]), ("down", [-1.0, -2.0, 0.5, 1.0])]:
            results = session.run([nested, gradient, stacked, through], {x: value})
            for what, result in zip(["value", "gradient", "stacked", "through"], results):
                harness.report(f"j_control_flow/{name}/{what}", result)


def begin(program):
    """The program on clean tasks, with random numbers that begin anew."""

    @functools.wraps(program)
    def clean():
        tf.Session.reset(target)
        tf.set_random_seed(1234)
        program()

    return clean


PROGRAMS = [a_softmax, b1_mlp100_adam, b2_mlp500_adagrad, b3_sync_adam, b4_rmsprop, c_cnn, d_supervisor, d2_sharded_saver,
            e_queues, g_ema_clip, h_in_graph, i_embedding, j_control_flow]


for program in PROGRAMS:
    if not flags.only or program.__name__ in flags.only.split(","):
        harness.attempt(begin(program))
