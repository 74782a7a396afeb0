"""Runs graphs that were built in Rust, and beside some of them the same program as TensorFlow writes it.

usage: programs.py DIRECTORY STEPS

Reports for each graph DIRECTORY/name.pb the loss in each step (`name/exported/losses`), and where TensorFlow has a program of
that name, its losses and the names of its variables (`name/own/losses`, `name/own/variables`).
"""

import json
import pathlib
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.enable_resource_variables()

OPTIMIZERS = {
    "gradient_descent": lambda: tf.train.GradientDescentOptimizer(0.5),
    "momentum": lambda: tf.train.MomentumOptimizer(0.1, 0.9),
    "nesterov": lambda: tf.train.MomentumOptimizer(0.1, 0.8, use_nesterov=True),
    "adagrad": lambda: tf.train.AdagradOptimizer(0.2),
    "adadelta": lambda: tf.train.AdadeltaOptimizer(5.0),
    "adam": lambda: tf.train.AdamOptimizer(0.01),
    "rms_prop": lambda: tf.train.RMSPropOptimizer(0.01, momentum=0.5),
    "centered_rms_prop": lambda: tf.train.RMSPropOptimizer(0.01, centered=True),
    "ftrl": lambda: tf.train.FtrlOptimizer(
        0.5, l1_regularization_strength=0.001, l2_regularization_strength=0.002),
    "ftrl_shrinkage": lambda: tf.train.FtrlOptimizer(
        0.5, l1_regularization_strength=0.001, l2_regularization_strength=0.002,
        l2_shrinkage_regularization_strength=0.01),
}


def feeds(graph, step):
    """The same numbers as tests/interop/main.rs makes."""
    fed = {}
    for name, modulus in [("x:0", 13), ("ids:0", 6), ("y:0", 3)]:
        try:
            placeholder = graph.get_tensor_by_name(name)
        except KeyError:
            continue
        k = np.arange(placeholder.shape.num_elements())
        numbers = ((5 * k * k + 3 * k + 7 * step) % modulus).reshape(placeholder.shape)
        fed[name] = numbers / modulus - 0.5 if placeholder.dtype == tf.float32 else numbers
    return fed


def losses(graph, steps):
    with tf.Session(graph=graph) as session:
        session.run("init")
        return [float(session.run(["loss:0", "train"], feeds(graph, step))[0]) for step in range(steps)]


def variable(name, shape, zeros=False):
    k = np.arange(np.prod(shape))
    values = np.zeros(shape) if zeros else ((7 * k) % 11 / 10 - 0.5).reshape(shape)
    return tf.get_variable(name, initializer=values.astype(np.float32))


def own_program(optimizer):
    x = tf.placeholder(tf.float32, [8, 4], "x")
    ids = tf.placeholder(tf.int64, [8], "ids")
    y = tf.placeholder(tf.int64, [8], "y")
    rows = tf.nn.embedding_lookup(variable("table", [6, 3]), ids)
    hidden = tf.nn.relu(x @ variable("dense/kernel", [4, 5]) + variable("dense/bias", [5], zeros=True))
    hidden = tf.concat([hidden, rows], 1)
    logits = hidden @ variable("dense_1/kernel", [8, 3]) + variable("dense_1/bias", [3], zeros=True)
    loss = tf.losses.sparse_softmax_cross_entropy(y, logits)
    step = tf.train.get_or_create_global_step()
    tf.group(optimizer().minimize(loss, step), name="train")
    tf.identity(loss, "loss")
    tf.group(tf.global_variables_initializer(), name="init")
    return sorted(variable.op.name for variable in tf.global_variables())


def main():
    directory, steps = pathlib.Path(sys.argv[1]), int(sys.argv[2])
    for path in sorted(directory.glob("*.pb")):
        graph_def = tf.GraphDef.FromString(path.read_bytes())
        with tf.Graph().as_default() as graph:
            tf.import_graph_def(graph_def, name="")
        print(f"@{path.stem}/exported/losses", json.dumps(losses(graph, steps)))
        if path.stem in OPTIMIZERS:
            with tf.Graph().as_default() as graph:
                names = own_program(OPTIMIZERS[path.stem])
            print(f"@{path.stem}/own/losses", json.dumps(losses(graph, steps)))
            print(f"@{path.stem}/own/variables", json.dumps(names))


if __name__ == "__main__":
    main()
