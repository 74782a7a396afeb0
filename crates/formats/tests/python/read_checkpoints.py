"""Reads checkpoints with TensorFlow and compares them with a list of what must be in them.

Usage: read_checkpoints.py DIRECTORY. The list is `expected.json`, as `write_checkpoints.py` writes it.
"""

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"

import tensorflow as tf

from write_checkpoints import describe


def main(directory):
    with open(os.path.join(directory, "expected.json")) as file:
        expected = json.load(file)
    for checkpoint in expected:
        prefix = checkpoint["prefix"]
        reader = tf.train.load_checkpoint(prefix)
        shapes = reader.get_variable_to_shape_map()
        assert set(shapes) == {tensor["name"] for tensor in checkpoint["tensors"]}, (prefix, sorted(shapes))
        for tensor in checkpoint["tensors"]:
            name, spec = tensor["name"], tensor["spec"]
            [found] = tf.raw_ops.RestoreV2(
                prefix=prefix, tensor_names=[name], shape_and_slices=[spec], dtypes=[tf.as_dtype(tensor["dtype"])]
            )
            assert describe(name, found, spec) == tensor, (prefix, name, spec, found)
            if not spec:
                assert shapes[name] == tensor["shape"], (prefix, name, shapes[name])
        count = len(checkpoint["tensors"])
        print(f"{os.path.basename(prefix)}: {count} tensors")


if __name__ == "__main__":
    main(sys.argv[1])
