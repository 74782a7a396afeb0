"""Loads a graph with gradients that Regatta added, takes TensorFlow's own beside them, and reports both.

usage: gradients.py GRAPH Y X GRADIENT VALUE...     the values of X to try, a comma between elements
"""

import sys

import harness
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
path, y, x, ours = sys.argv[1:5]
graph_def = tf.GraphDef.FromString(open(path, "rb").read())
tf.import_graph_def(graph_def, name="")
tensor = tf.get_default_graph().get_tensor_by_name
theirs = tf.gradients(tensor(y), tensor(x))[0]
with tf.Session() as session:
    for value in sys.argv[5:]:
        fed = [float(part) for part in value.split(",")]
        results = session.run([tensor(y), theirs, tensor(ours)], {tensor(x): fed})
        for name, result in zip(["value", "tensorflow", "regatta"], results):
            harness.report(f"{value}/{name}", result)
