"""`HashTableV2`: filled once, by `InitializeTableV2` or from a file, and then read."""
import os
import tempfile

from harness import np, scenario, tf, v1

raw = tf.raw_ops


def make(key=tf.string, value=tf.int64, **attrs):
    return raw.HashTableV2(key_dtype=key, value_dtype=value, **attrs)


def loose(value, dtype):
    return v1.placeholder_with_default(tf.constant(value, dtype), None)


def find(table, keys, default):
    return raw.LookupTableFindV2(table_handle=table, keys=keys, default_value=default)


def fill(table, keys, values):
    return raw.InitializeTableV2(table_handle=table, keys=keys, values=values)


def size(table):
    return raw.LookupTableSizeV2(table_handle=table)


def basics():
    table = make()
    init = fill(table, ["a", "b", "c"], tf.constant([1, 2, 3], tf.int64))
    default = tf.constant(-1, tf.int64)
    return [find(table, ["a"], default), size(table), init, size(table), find(table, ["a", "x", "c", ""], default),
            find(table, [["b"], ["c"]], default), find(table, "b", default), find(table, tf.constant([], tf.string), default), init,
            size(table)]


def filled_again():
    table = make()
    default = tf.constant(-1, tf.int64)
    return [fill(table, ["a", "b"], tf.constant([1, 2], tf.int64)), fill(table, ["c", "d"], tf.constant([3, 4], tf.int64)),
            find(table, ["a", "c"], default), fill(table, ["a"], tf.constant([1], tf.int64)), size(table)]


def doubled():
    same, other = make(), make()
    return [fill(same, ["a", "a"], tf.constant([1, 1], tf.int64)), size(same),
            fill(other, ["a", "a"], tf.constant([1, 2], tf.int64)), size(other)]


def refused():
    table = make()
    default = tf.constant(-1, tf.int64)
    keys = tf.constant(["a"])
    return [fill(table, loose([["a"]], tf.string), loose([[1]], tf.int64)), fill(table, loose("a", tf.string), loose(1, tf.int64)),
            fill(table, loose(["a", "b"], tf.string), loose([1], tf.int64)),
            fill(table, tf.constant([1], tf.int64), tf.constant([1], tf.int64)), fill(table, keys, tf.constant([1.])), size(table),
            fill(table, keys, tf.constant([1], tf.int64)), find(table, tf.constant([1], tf.int64), default),
            find(table, keys, tf.constant(1.)), find(table, keys, loose([1, 2], tf.int64)), find(table, keys, loose([7], tf.int64)),
            raw.LookupTableInsertV2(table_handle=table, keys=keys, values=tf.constant([5], tf.int64)),
            raw.LookupTableRemoveV2(table_handle=table, keys=keys),
            raw.LookupTableImportV2(table_handle=table, keys=keys, values=tf.constant([5], tf.int64)), size(table)]


def exported():
    table = make()
    export = list(raw.LookupTableExportV2(table_handle=table, Tkeys=tf.string, Tvalues=tf.int64))
    return [export, fill(table, ["only"], tf.constant([9], tf.int64)), export]


def shared():
    a, b = make(shared_name="t"), make(shared_name="t")
    other = make(tf.int64, tf.string, shared_name="t")
    by_name = make(use_node_name_sharing=True)
    return [fill(a, ["a"], tf.constant([1], tf.int64)), size(b), size(other), fill(by_name, ["a"], tf.constant([1], tf.int64)),
            size(by_name)]


PAIRS = [("string", "string"), ("string", "int64"), ("string", "int32"), ("string", "float32"), ("string", "float64"),
         ("string", "bool"), ("int64", "string"), ("int64", "int64"), ("int64", "int32"), ("int64", "float32"),
         ("int64", "float64"), ("int64", "bool"), ("int32", "string"), ("int32", "int32"), ("int32", "float32"),
         ("int32", "float64"), ("int32", "int64"), ("float32", "int64"), ("float64", "float64")]


def values(dtype, n=3):
    dtype = tf.as_dtype(dtype)
    return tf.constant([f"s{k}" for k in range(n)]) if dtype == tf.string else tf.cast(tf.range(n), dtype)


def file_scenario(text, key, value, key_index, value_index, probe, default, **attrs):
    """The file lies where both servers find it."""
    path = os.path.join(tempfile.mkdtemp(prefix="regatta_table"), "words")
    with open(path, "w", newline="") as file:
        file.write(text)

    def build():
        table = make(key, value)
        init = raw.InitializeTableFromTextFileV2(table_handle=table, filename=path, key_index=key_index, value_index=value_index,
                                                 **attrs)
        return [init, size(table), find(table, probe, default), init]

    return build


def missing_file():
    return [raw.InitializeTableFromTextFileV2(table_handle=make(), filename="/nowhere/words", key_index=-2, value_index=-1)]


def cases():
    for build in [basics, filled_again, doubled, refused, exported, shared, missing_file]:
        yield scenario(f"HashTable: {build.__name__}", build)
    for key, value in PAIRS:
        def typed(key=key, value=value):
            table = make(tf.as_dtype(key), tf.as_dtype(value))
            return [fill(table, values(key), values(value)), find(table, values(key, 4), values(value)[0]), size(table)]
        yield scenario(f"HashTable of {key} to {value}", typed)
    words, number = ["b", "zz", "c"], np.int64(-1)
    rows = "a\tx\t1\nb\ty\t2\nc\tz\t3\n"
    for name, text, key, value, key_index, value_index, probe, default, attrs in [
            ("line to number", "a\nb\nc\n", tf.string, tf.int64, -2, -1, words, number, {}),
            ("number to line", "a\nb\nc\n", tf.int64, tf.string, -1, -2, np.array([0, 2, 9]), "?", {}),
            ("no last newline", "a\nb\nc", tf.string, tf.int64, -2, -1, words, number, {}),
            ("carriage returns", "a\r\nb\r\n", tf.string, tf.int64, -2, -1, words, number, {}),
            ("an empty line", "a\n\nc\n", tf.string, tf.int64, -2, -1, ["", "c"], number, {}),
            ("columns", rows, tf.string, tf.int64, 0, 2, words, number, {}),
            ("columns of floats", rows, tf.string, tf.float32, 1, 2, ["y", "a"], np.float32(-1), {}),
            ("columns of ints", rows, tf.int64, tf.string, 2, 0, np.array([3, 1, 7]), "?", {}),
            ("commas", "a,1\nb,2\n", tf.string, tf.int64, 0, 1, words, number, {"delimiter": ","}),
            ("a number too many", rows, tf.string, tf.int64, 0, 7, words, number, {}),
            ("not a number", rows, tf.string, tf.int64, 0, 1, words, number, {}),
            ("first two", "a\nb\nc\n", tf.string, tf.int64, -2, -1, words, number, {"vocab_size": 2}),
            ("more than there are", "a\nb\nc\n", tf.string, tf.int64, -2, -1, words, number, {"vocab_size": 9}),
            ("all", "a\nb\nc\n", tf.string, tf.int64, -2, -1, words, number, {"vocab_size": 3}),
            ("line of wrong type", "1\n2\n", tf.int64, tf.int64, -2, -1, np.array([1]), number, {}),
            ("number of wrong type", "a\nb\n", tf.string, tf.int32, -2, -1, words, np.int32(1), {}),
            ("an offset", "skip\na\nb\n", tf.string, tf.int64, -2, -1, words, number, {"offset": 1}),
            ("twice the same", "a\na\n", tf.string, tf.int64, -2, -1, words, number, {}),
            ("empty", "", tf.string, tf.int64, -2, -1, words, number, {})]:
        yield scenario(f"InitializeTableFromTextFile: {name}",
                       file_scenario(text, key, value, key_index, value_index, probe, default, **attrs))
