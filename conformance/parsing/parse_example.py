"""`ParseExample`, `ParseExampleV2`."""
from harness import case, np, strings, tf

NONE = np.zeros((0,), object)


def feature(values):
    if values is None:
        return tf.train.Feature()
    if len(values) and isinstance(values[0], bytes):
        return tf.train.Feature(bytes_list=tf.train.BytesList(value=values))
    if len(values) and isinstance(values[0], float):
        return tf.train.Feature(float_list=tf.train.FloatList(value=values))
    return tf.train.Feature(int64_list=tf.train.Int64List(value=values))


def example(**features):
    return tf.train.Example(features=tf.train.Features(feature={k: feature(v) for k, v in features.items()})).SerializeToString()


FULL = strings(example(a=[1, 2], b=[0.5, -1.5, 2.25], c=[b"x", b""]), example(a=[3, -4], b=[1.0, 2.0, 3.0], c=[b"\xff", b"z"]))
HOLES = strings(example(a=[1], c=[b"x"]), example(), example(a=[3, -4, 2**62], b=[1.0]), example(a=None, b=None))
BAD = [strings(b"\x0f\x0f"), strings(b"\x0a\x05abc"), strings(example(a=[1.5, 2.5])), strings(example(c=[1])), strings(example(b=[b"q"]))]
EMPTY_LISTS = strings(tf.train.Example(features=tf.train.Features(feature={
    "a": tf.train.Feature(int64_list=tf.train.Int64List()), "b": tf.train.Feature(float_list=tf.train.FloatList())})).SerializeToString())
# Written by hand: numbers that are not packed, a key that comes twice, a field that nobody knows.
UNPACKED = strings(b"\x0a\x0d\x0a\x0b\x0a\x01a\x12\x06\x1a\x04\x08\x05\x08\x06",
                   b"\x0a\x1a\x0a\x0b\x0a\x01a\x12\x06\x1a\x04\x08\x05\x08\x06\x0a\x0b\x0a\x01a\x12\x06\x1a\x04\x08\x07\x08\x08",
                   b"\x7a\x01x\x0a\x0d\x0a\x0b\x0a\x01a\x12\x06\x1a\x04\x08\x05\x08\x06")
KEYS = [(b"a", tf.int64), (b"b", tf.float32), (b"c", tf.string)]
DEFAULTS = {tf.int64: np.int64, tf.float32: np.float32, tf.string: object}


def v2(serialized, sparse=(), dense=(), ragged=(), names=NONE, splits=tf.int64):
    """`sparse`, `ragged`: (key, type); `dense`: (key, shape, default)."""
    vector = lambda keys: np.array(keys, object) if keys else NONE
    return case("ParseExampleV2", serialized, names, vector([k for k, _ in sparse]), vector([k for k, _, _ in dense]),
                vector([k for k, _ in ragged]), *[default for _, _, default in dense], counts=[len(dense)],
                num_sparse=len(sparse), sparse_types=[t for _, t in sparse], ragged_value_types=[t for _, t in ragged],
                ragged_split_types=[splits] * len(ragged), dense_shapes=[shape for _, shape, _ in dense])


def v1(serialized, sparse=(), dense=(), names=NONE):
    keys = [np.array(k, object) for k, *_ in list(sparse) + list(dense)]
    return case("ParseExample", serialized, names, *keys, *[default for _, _, default in dense],
                counts=[len(sparse), len(dense), len(dense)], sparse_types=[t for _, t in sparse],
                dense_shapes=[shape for _, shape, _ in dense])


def cases():
    inputs = [FULL, HOLES, EMPTY_LISTS, UNPACKED, NONE] + BAD
    fixed = [(b"a", [2], np.array([], np.int64)), (b"b", [3], np.array([], np.float32)), (b"c", [2], np.array([], object))]
    with_defaults = [(b"a", [2], np.array([7, 8], np.int64)), (b"b", [3], np.array([7, 8, 9], np.float32)),
                     (b"c", [2], np.array([b"p", b"q"], object))]
    open_ended = [(b"a", [None], np.array(-1, np.int64)), (b"b", [None], np.array(9.5, np.float32)),
                  (b"c", [None], np.array(b"pad", object))]
    for serialized in inputs:
        for dense in [fixed, with_defaults, open_ended]:
            yield v2(serialized, dense=dense)
            yield v1(serialized, dense=dense)
            for one in dense:
                yield v2(serialized, dense=[one])
        yield v2(serialized, sparse=KEYS)
        yield v1(serialized, sparse=KEYS)
        yield v2(serialized, ragged=KEYS)
        yield v2(serialized, ragged=KEYS, splits=tf.int32)
        yield v2(serialized, sparse=KEYS[:1], dense=open_ended[1:2], ragged=KEYS[2:])
        yield v1(serialized, sparse=KEYS[:1], dense=open_ended[1:2])
        if len(serialized):
            one = np.array(serialized[0], object)
            for dense in [fixed, with_defaults, open_ended]:
                yield v2(one, dense=dense)
            yield v2(one, sparse=KEYS)
            yield v2(one, ragged=KEYS)
            yield v1(one, sparse=KEYS)
    for one in [(b"a", [1, 2], np.zeros((0,), np.int64)), (b"a", [2, 1], np.array([[1], [2]], np.int64)),
                (b"b", [None, 3], np.array(0, np.float32)), (b"b", [None, 1, 1], np.array([0], np.float32))]:
        yield v2(FULL, dense=[one])
    yield v2(FULL, dense=[(b"b", [None, 2], np.array(0, np.float32))])
    yield v2(FULL, dense=[(b"a", [3], np.zeros((0,), np.int64))])
    yield v2(FULL, dense=[(b"a", [], np.array(5, np.int64))])
    yield v2(FULL, dense=[(b"nothing", [], np.array(5, np.int64))])
    yield v2(FULL, dense=[(b"nothing", [2], np.array(5, np.int64))])
    yield v2(FULL, dense=[(b"nothing", [2], np.array([5], np.int64))])
    yield v2(FULL, dense=[(b"a", [None], np.array([1, 2], np.int64))])
    yield v2(FULL, dense=[(b"a", [None], np.array([], np.int64))])
    yield v2(FULL, sparse=[(b"nothing", tf.int64), (b"", tf.string)])
    yield v2(FULL, ragged=[(b"nothing", tf.int64)])
    yield v2(FULL, sparse=KEYS, names=strings(b"first", b"second"))
    yield v2(FULL, sparse=KEYS, names=strings(b"first"))
    yield v2(FULL.reshape(1, 2), sparse=KEYS)
    yield v1(FULL.reshape(1, 2), sparse=KEYS)
    yield v2(FULL)
    # Keys of the wrong number or shape.
    yield case("ParseExampleV2", FULL, NONE, strings(b"a", b"b"), NONE, NONE, counts=[0], num_sparse=1, sparse_types=[tf.int64],
               ragged_value_types=[], ragged_split_types=[], dense_shapes=[], shapes=False)
    yield case("ParseExampleV2", FULL, NONE, np.array(b"a", object), NONE, NONE, counts=[0], num_sparse=1, sparse_types=[tf.int64],
               ragged_value_types=[], ragged_split_types=[], dense_shapes=[], shapes=False)


def bench():
    wide = np.array([example(image=[float(k) for k in range(784)], label=[3])] * 100, object)
    yield v2(wide, dense=[(b"image", [784], np.array([], np.float32)), (b"label", [], np.array([], np.int64))])
