"""`ParseSingleExample`."""
import importlib.util
import pathlib

from harness import case, np, tf

spec = importlib.util.spec_from_file_location("examples", pathlib.Path(__file__).with_name("parse_example.py"))
examples = importlib.util.module_from_spec(spec)
spec.loader.exec_module(examples)


def single(serialized, sparse=(), dense=()):
    return case("ParseSingleExample", serialized, *[default for _, _, default in dense], num_sparse=len(sparse),
                sparse_keys=[k for k, _ in sparse], sparse_types=[t for _, t in sparse], dense_keys=[k for k, _, _ in dense],
                dense_shapes=[shape for _, shape, _ in dense])


def cases():
    everything = [*examples.FULL, *examples.HOLES, *examples.EMPTY_LISTS, *examples.UNPACKED, *(bad[0] for bad in examples.BAD)]
    for serialized in [np.array(x, object) for x in everything]:
        yield single(serialized, sparse=examples.KEYS)
        yield single(serialized, dense=[(b"a", [2], np.array([], np.int64))])
        yield single(serialized, dense=[(b"a", [2], np.array([7, 8], np.int64))])
        yield single(serialized, dense=[(b"b", [3], np.array([7, 8, 9], np.float32)), (b"c", [2], np.array([b"p", b"q"], object))])
        yield single(serialized, dense=[(b"a", [None], np.array(-1, np.int64)), (b"c", [None], np.array(b"", object))])
        yield single(serialized, sparse=[(b"c", tf.string)], dense=[(b"b", [None, 3], np.array(0, np.float32))])
    yield single(examples.FULL, sparse=examples.KEYS)
