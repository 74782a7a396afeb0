"""`SaveV2`, `RestoreV2`, `MergeV2Checkpoints`: below a directory that the task was told of (`REGATTA_FILE_ROOT`)."""
import os
import shutil

from harness import FLOATS, INTS, bools, floats, ints, np, scenario, strings, tf

ROOT = os.environ.get("REGATTA_FILE_ROOT")
# The same for both who are compared.
A, B, WHOLE = floats(2, 2), ints(3), floats(4, 3)


def cases():
    if not ROOT:
        return
    for k, value in enumerate(values()):
        yield scenario(f"a {value.dtype} tensor of shape {value.shape} is saved and restored", saved_and_restored(k, value))
    yield scenario("several tensors, and what is not there", several)
    yield scenario("slices of a tensor", slices)
    yield scenario("checkpoints are merged", merged)


def values():
    for dtype in FLOATS + [np.complex64, np.complex128]:
        yield floats(2, 3, dtype=dtype)
    for dtype in INTS:
        yield ints(3, dtype=dtype)
    for value in [bools(2, 2), strings(b"a", b"", b"\xff" * 300), floats(), floats(0, 3), np.array(b"one", object)]:
        yield value


def prefix(name):
    path = os.path.join(ROOT, name)
    shutil.rmtree(path, ignore_errors=True)
    os.makedirs(path)
    return os.path.join(path, "ckpt")


def save(path, names, specs, tensors):
    return tf.raw_ops.SaveV2(prefix=path, tensor_names=names, shape_and_slices=specs, tensors=tensors)


def restore(path, names, specs, dtypes):
    return tf.raw_ops.RestoreV2(prefix=path, tensor_names=names, shape_and_slices=specs, dtypes=dtypes)


def saved_and_restored(k, value):
    def build():
        path, tensor = prefix(f"save{k}"), tf.constant(value)
        return [[save(path, ["x"], [""], [tensor])], restore(path, ["x"], [""], [tensor.dtype])]

    return build


def several():
    path, a, b = prefix("several"), tf.constant(A), tf.constant(B)
    return [[save(path, ["a", "b"], ["", ""], [a, b])], restore(path, ["b", "a"], ["", ""], [tf.int32, tf.float32]),
            restore(path, ["c"], [""], [tf.float32]), restore(path, ["a"], [""], [tf.int32]),
            restore(path + "x", ["a"], [""], [tf.float32])]


def slices():
    path = prefix("slices")
    parts = [tf.constant(WHOLE[:2]), tf.constant(WHOLE[2:])]
    return [[save(path, ["v", "v"], ["4 3 0,2:-", "4 3 2,2:-"], parts)], restore(path, ["v"], [""], [tf.float32]),
            restore(path, ["v"], ["4 3 1,2:0,2"], [tf.float32]),
            restore(path, ["v"], ["5 3 0,2:-"], [tf.float32])]


def merged():
    one, two, both = prefix("one"), prefix("two"), prefix("both")
    merge = tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=[one, two], destination_prefix=both, delete_old_dirs=False)
    return [[save(one, ["a"], [""], [tf.constant(A)])], [save(two, ["b"], [""], [tf.constant(B)])], [merge],
            restore(both, ["a", "b"], ["", ""], [tf.float32, tf.int32]), [merge]]
