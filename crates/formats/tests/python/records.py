"""Reads OURS with TensorFlow's reader of TFRecord files, and writes the same records to THEIRS: records.py DIRECTORY."""

import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tensorflow as tf

directory = sys.argv[1]
records = [record.numpy() for record in tf.data.TFRecordDataset(os.path.join(directory, "ours"))]
with tf.io.TFRecordWriter(os.path.join(directory, "theirs")) as writer:
    for record in records:
        writer.write(record)
