"""One task of the seeds' distributed MNIST program on TensorFlow, as `regatta mnist` is on Regatta.

usage: python bench_mnist.py --data_dir DIR --job_name ps|worker --task_index N --ps_hosts ... --worker_hosts ...
           --model softmax|mlp100|mlp500|cnn --batch_size N --learning_rate RATE --train_steps N [--is_sync]

A worker prints a line of JSON when it has finished: how many global steps were made while it trained, and in what time.
"""
import argparse
import gzip
import json
import math
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
tf.logging.set_verbosity(tf.logging.ERROR)


def read(directory):
    def idx(name, offset):
        with gzip.open(os.path.join(directory, name)) as file:
            return np.frombuffer(file.read(), np.uint8, offset=offset)

    images = idx("train-images-idx3-ubyte.gz", 16).reshape(-1, 784).astype(np.float32) / 255
    return images, idx("train-labels-idx1-ubyte.gz", 8).astype(np.int64)


def dense(x, units, deviation=None, bias=0.0, activation=None):
    inputs = int(x.shape[1])
    first = tf.glorot_uniform_initializer() if deviation is None else tf.truncated_normal_initializer(stddev=deviation)
    weights = tf.get_variable(f"w{inputs}x{units}", [inputs, units], initializer=first)
    biases = tf.get_variable(f"b{inputs}x{units}", [units], initializer=tf.constant_initializer(bias))
    y = tf.nn.xw_plus_b(x, weights, biases)
    return activation(y) if activation else y


def convolution(x, filters):
    shape = [5, 5, int(x.shape[3]), filters]
    weights = tf.get_variable(f"w{filters}", shape, initializer=tf.truncated_normal_initializer(stddev=0.1))
    biases = tf.get_variable(f"b{filters}", [filters], initializer=tf.constant_initializer(0.1))
    net = tf.nn.relu(tf.nn.conv2d(x, weights, strides=[1, 1, 1, 1], padding="SAME") + biases)
    return tf.nn.max_pool(net, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")


def network(model, x):
    if model == "softmax":
        return dense(x, 10, 1e-9)
    if model == "mlp100":
        with tf.variable_scope("hidden"):
            hidden = dense(x, 100, 1 / 28, activation=tf.nn.relu)
        return dense(hidden, 10, 1 / math.sqrt(100))
    if model == "mlp500":
        with tf.variable_scope("one"):
            net = dense(x, 500, activation=tf.nn.relu)
        with tf.variable_scope("two"):
            net = dense(net, 500, activation=tf.nn.relu)
        return dense(net, 10)
    net = convolution(convolution(tf.reshape(x, [-1, 28, 28, 1]), 32), 64)
    net = dense(tf.reshape(net, [-1, 7 * 7 * 64]), 1024, 0.1, 0.1, tf.nn.relu)
    return dense(tf.nn.dropout(net, rate=0.5), 10, 0.1, 0.1)


def loss_of(model, labels, logits):
    if model != "mlp100":
        return tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits))
    probabilities = tf.clip_by_value(tf.nn.softmax(logits), 1e-10, 1.0)
    return -tf.reduce_sum(tf.one_hot(labels, 10) * tf.log(probabilities))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for flag in ["data_dir", "job_name", "ps_hosts", "worker_hosts", "model"]:
        parser.add_argument("--" + flag, required=True)
    for flag in ["task_index", "batch_size", "train_steps"]:
        parser.add_argument("--" + flag, type=int, required=True)
    parser.add_argument("--learning_rate", type=float, required=True)
    parser.add_argument("--is_sync", action="store_true")
    flags = parser.parse_args()
    hosts = {"ps": flags.ps_hosts.split(","), "worker": flags.worker_hosts.split(",")}
    cluster = tf.train.ClusterSpec(hosts)
    server = tf.train.Server(cluster, flags.job_name, flags.task_index)
    if flags.job_name == "ps":
        server.join()
    workers, chief = len(hosts["worker"]), flags.task_index == 0
    device = tf.train.replica_device_setter(worker_device=f"/job:worker/task:{flags.task_index}", cluster=cluster)
    with tf.device(device):
        x = tf.placeholder(tf.float32, [None, 784])
        y = tf.placeholder(tf.int64, [None])
        loss = loss_of(flags.model, y, network(flags.model, x))
        step = tf.train.get_or_create_global_step()
        kind = tf.train.GradientDescentOptimizer if flags.model == "softmax" else tf.train.AdamOptimizer
        optimizer, hooks = kind(flags.learning_rate), [tf.train.StopAtStepHook(last_step=flags.train_steps)]
        if flags.is_sync:
            optimizer = tf.train.SyncReplicasOptimizer(optimizer, workers, total_num_replicas=workers)
            hooks.append(optimizer.make_session_run_hook(chief))
        train = optimizer.minimize(loss, global_step=step)
    images, labels = read(flags.data_dir)
    config = tf.ConfigProto(device_filters=["/job:ps", f"/job:worker/task:{flags.task_index}"])
    order, at = np.random.RandomState(flags.task_index).permutation(len(labels)), 0
    begun = first = last = None
    session = tf.train.MonitoredTrainingSession(server.target, chief, hooks=hooks, config=config, log_step_count_steps=None,
                                                max_wait_secs=600)
    # Its waiting workers look only every 30 seconds: the time counts from the first step of each.
    while not session.should_stop():
        if at + flags.batch_size > len(order):
            order, at = np.random.permutation(len(labels)), 0
        batch = order[at:at + flags.batch_size]
        at += flags.batch_size
        _, _, last = session.run([train, loss, step], {x: images[batch], y: labels[batch]})
        if begun is None:
            begun, first = time.time(), last
    seconds = time.time() - begun if begun else 0.0
    print(json.dumps({"steps": int(last - first) if last is not None else 0, "seconds": seconds}), flush=True)
    # The chief of synchronous workers would block for up to two minutes.
    os._exit(0)


if __name__ == "__main__":
    sys.exit(main())
