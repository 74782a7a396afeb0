"""Reads the checkpoints that were written by Rust, and writes some for it.

usage: checkpoints.py DIRECTORY HALF STEPS

DIRECTORY/ours/KIND holds checkpoints of the variables below, with graphs; DIRECTORY/ours_half one of the program `adam` of
programs.py after HALF steps. Reported is what TensorFlow finds in them (`KIND/...`), and the losses of the steps that follow
(`half/...`). DIRECTORY/theirs and DIRECTORY/theirs_half are written.
"""

import json
import pathlib
import sys

import numpy as np
import tensorflow.compat.v1 as tf

import programs


def text(value):
    return [word.decode("latin-1") for word in value] if value.dtype == object else np.asarray(value).tolist()


def report(name, value):
    print(f"@{name}", json.dumps(value))


def variables(parts, first):
    """The same as tests/interop/checkpoints.rs makes; on two devices, so that there are two shards."""
    def values(shape):
        return (np.arange(np.prod(shape)) * 0.5 + first).astype(np.float32).reshape(shape)

    with tf.device("/cpu:0"):
        dense = tf.get_variable("layer/dense", initializer=values([2, 3]))
        step = tf.get_variable("global_step", initializer=np.int64(first), trainable=False)
    with tf.device("/cpu:1"):
        words = tf.get_variable(
            "words", initializer=np.array([b"one", b"\x00\xff"], dtype=object), dtype=tf.string, trainable=False)
        partitioner = tf.fixed_size_partitioner(parts) if parts else None
        table = tf.get_variable("table", [5, 2], initializer=tf.zeros_initializer(), partitioner=partitioner)
        filled, row = [], 0
        for part in table if parts else [table]:
            filled.append(part.assign(values([5, 2])[row:row + part.shape[0]]))
            row += part.shape[0]
    found = {"layer/dense": dense, "global_step": step, "words": words, "table": tf.convert_to_tensor(table)}
    return found, filled


def session(graph):
    return tf.Session(graph=graph, config=tf.ConfigProto(device_count={"CPU": 2}))


def read(directory, kind):
    prefix = tf.train.latest_checkpoint(str(directory))
    report(f"{kind}/latest", pathlib.Path(prefix).name)
    # By the graph beside it, whose variables are where no task of this process is.
    with tf.Graph().as_default() as graph:
        saver = tf.train.import_meta_graph(prefix + ".meta", clear_devices=True)
        with session(graph) as sess:
            saver.restore(sess, prefix)
            report(f"{kind}/meta", {v.op.name: text(sess.run(v)) for v in tf.global_variables()})
            report(f"{kind}/trainable", sorted(v.op.name for v in tf.trainable_variables()))
            again = saver.save(sess, str(directory / "again"))
        report(f"{kind}/again", sorted(name for name, _ in tf.train.list_variables(again)))
    # By programs that cut the table in their own way.
    for parts in [0, 3]:
        with tf.Graph().as_default() as graph:
            found, _ = variables(parts, -1)
            saver = tf.train.Saver()
            with session(graph) as sess:
                saver.restore(sess, prefix)
                report(f"{kind}/{parts}", {name: text(value) for name, value in sess.run(found).items()})


def write(directory, parts, sharded):
    with tf.Graph().as_default() as graph:
        _, filled = variables(parts, 3)
        saver = tf.train.Saver(sharded=sharded)
        with session(graph) as sess:
            sess.run(tf.global_variables_initializer())
            sess.run(filled)
            saver.save(sess, str(directory / "model.ckpt"), global_step=5)


def train(sess, graph, steps):
    return [float(sess.run(["loss:0", "train"], programs.feeds(graph, step))[0]) for step in steps]


def half(directory, done, steps):
    with tf.Graph().as_default() as graph:
        programs.own_program(programs.OPTIMIZERS["adam"])
        saver = tf.train.Saver()
        with session(graph) as sess:
            saver.restore(sess, tf.train.latest_checkpoint(str(directory / "ours_half")))
            report("half/continued", train(sess, graph, range(done, steps)))
            sess.run("init")
            train(sess, graph, range(done))
            saver.save(sess, str(directory / "theirs_half" / "model.ckpt"), global_step=done)
            report("half/own", train(sess, graph, range(done, steps)))
    with tf.Graph().as_default() as graph:
        prefix = tf.train.latest_checkpoint(str(directory / "ours_half"))
        saver = tf.train.import_meta_graph(prefix + ".meta")
        with session(graph) as sess:
            saver.restore(sess, prefix)
            report("half/imported", train(sess, graph, range(done, steps)))


def main():
    directory, done, steps = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    for kind in sorted(path.name for path in (directory / "ours").iterdir()):
        read(directory / "ours" / kind, kind)
    for name, parts, sharded in [("dense", 0, False), ("sharded", 0, True), ("parts", 2, True)]:
        (directory / "theirs" / name).mkdir(parents=True)
        write(directory / "theirs" / name, parts, sharded)
    half(directory, done, steps)


main()
