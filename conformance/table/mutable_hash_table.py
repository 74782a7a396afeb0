"""`MutableHashTableV2`, `MutableHashTableOfTensorsV2`, `MutableDenseHashTableV2`."""
from harness import scenario, tf, v1

raw = tf.raw_ops


def loose(value, dtype):
    return v1.placeholder_with_default(tf.constant(value, dtype), None)


def make(kind, key, value, **attrs):
    """A dense table's keys have the type of those that are reserved."""
    return getattr(raw, kind)(value_dtype=value, **attrs, **({} if kind.startswith("MutableDense") else {"key_dtype": key}))


class Table:
    def __init__(self, kind, key=tf.string, value=tf.int64, **attrs):
        self.key, self.value = key, value
        self.handle = make(kind, key, value, **attrs)
        self.size = raw.LookupTableSizeV2(table_handle=self.handle)
        self.export = list(raw.LookupTableExportV2(table_handle=self.handle, Tkeys=key, Tvalues=value))

    def insert(self, keys, values):
        return raw.LookupTableInsertV2(table_handle=self.handle, keys=keys, values=tf.cast(values, self.value))

    def replace(self, keys, values):
        return raw.LookupTableImportV2(table_handle=self.handle, keys=keys, values=tf.cast(values, self.value))

    def remove(self, keys):
        return raw.LookupTableRemoveV2(table_handle=self.handle, keys=keys)

    def find(self, keys, default=-1):
        return raw.LookupTableFindV2(table_handle=self.handle, keys=keys, default_value=tf.cast(default, self.value))


def changed(table, keys=("a", "b", "c", "x"), is_dense=False):
    a, b, c, x = keys
    steps = [table.size, table.find([a]), table.insert([a, b], [1, 2]), table.size, table.find([a, x, b]),
             table.insert([b, c], [5, 6]), table.find([[a, b], [c, x]]), table.remove([a, x]), table.size, table.find([a, b, c]),
             table.insert([x, x], [7, 8]), table.find([x, a]), table.size, table.remove([b, c]), table.find(x)]
    # A dense table's export shows TensorFlow's buckets, the empty ones too, and its import crashes.
    if not is_dense:
        steps += [table.export, table.replace([a], [9]), table.size, table.find([a, b, x]), table.export]
    return steps


def of_scalars():
    return changed(Table("MutableHashTableV2"))


def of_numbers():
    keys = [tf.constant(k, tf.int64) for k in (1, 2, 3, 99)]
    return changed(Table("MutableHashTableV2", tf.int64, tf.float32), keys)


def of_vectors():
    table = Table("MutableHashTableOfTensorsV2", value=tf.float32, value_shape=[2])
    return [table.insert(["a", "b"], [[1., 2.], [3., 4.]]), table.find(["b", "x", "a"], [0., -1.]), table.find("a", [0., 0.]),
            table.find([["a"], ["b"]], [0., 0.]), table.insert(["a"], loose([1., 2.], tf.float32)),
            table.insert(["a"], loose([[1., 2., 3.]], tf.float32)), table.find(["a"], loose(0., tf.float32)),
            table.find(["a", "x"], loose([[5., 5.], [6., 6.]], tf.float32)), table.size, table.remove(["b"]), table.export]


def dense():
    return changed(Table("MutableDenseHashTableV2", empty_key="", deleted_key="-", value_shape=[]), is_dense=True)


def dense_refused():
    def table(**attrs):
        return Table("MutableDenseHashTableV2", tf.int64, tf.int64, **{"empty_key": tf.constant(0, tf.int64),
                                                                       "deleted_key": tf.constant(-1, tf.int64), **attrs})

    one = tf.constant([1], tf.int64)
    return [table(deleted_key=tf.constant(0, tf.int64)).size, table(initial_num_buckets=3).size, table(initial_num_buckets=4).size,
            table(max_load_factor=0.0).size, table(max_load_factor=1.0).size, (t := table()).insert(tf.constant([0], tf.int64), [5]),
            t.insert(tf.constant([-1], tf.int64), [5]), t.find(tf.constant([0], tf.int64)), t.find(tf.constant([-1], tf.int64)),
            t.remove(tf.constant([0], tf.int64)), t.insert(one, [5]), t.find(one), t.size]


def dense_of_vectors():
    table = Table("MutableDenseHashTableV2", tf.int64, tf.float32, empty_key=tf.constant([0, 0], tf.int64),
                  deleted_key=tf.constant([-1, -1], tf.int64), value_shape=[3])
    keys = tf.constant([[1, 2], [3, 4]], tf.int64)
    return [table.insert(keys, [[1, 2, 3], [4, 5, 6]]), table.find(keys, [0, 0, 0]),
            table.find(tf.constant([[3, 4], [0, 1]], tf.int64), [7, 8, 9]), table.size,
            table.insert(loose([1, 2, 3], tf.int64), [[1, 2, 3]])]


def refused():
    table = Table("MutableHashTableV2")
    return [table.insert(loose(["a", "b"], tf.string), [1]), table.insert(tf.constant([1], tf.int64), [1]),
            table.insert(["a"], loose([[1]], tf.int64)), raw.LookupTableInsertV2(table_handle=table.handle, keys=["a"], values=[1.]),
            table.find(["a"], loose([1, 2], tf.int64)), table.find(["a", "b"], loose([7, 8], tf.int64)),
            table.remove(tf.constant([1], tf.int64)),
            raw.InitializeTableV2(table_handle=table.handle, keys=["a"], values=tf.constant([1], tf.int64)), table.size]


def shared():
    a, b = Table("MutableHashTableV2", shared_name="m"), Table("MutableHashTableV2", shared_name="m")
    other = Table("MutableHashTableV2", tf.int64, tf.int64, shared_name="m")
    return [a.insert(["a"], [1]), b.find(["a"]), other.size,
            raw.DestroyResourceOp(resource=a.handle, ignore_lookup_error=False), b.size]


def cases():
    for build in [of_scalars, of_numbers, of_vectors, dense, dense_refused, dense_of_vectors, refused, shared]:
        yield scenario(f"MutableHashTable: {build.__name__}", build)
    for key in [tf.string, tf.int64, tf.int32, tf.float32]:
        for value in [tf.int64, tf.int32, tf.float32, tf.float64, tf.bool, tf.string]:
            for kind in ["MutableHashTableV2", "MutableHashTableOfTensorsV2", "MutableDenseHashTableV2"]:
                def typed(key=key, value=value, kind=kind):
                    def keys(*numbers):
                        return tf.constant([str(k) for k in numbers]) if key == tf.string else tf.constant(numbers, key)

                    def values(*numbers):
                        made = tf.constant([str(k) for k in numbers]) if value == tf.string else tf.cast(tf.constant(numbers), value)
                        return tf.stack([made, made], 1) if kind == "MutableHashTableOfTensorsV2" else made

                    more = {"value_shape": [2]} if kind == "MutableHashTableOfTensorsV2" else {}
                    if kind.startswith("MutableDense"):
                        more = {"empty_key": keys(100)[0], "deleted_key": keys(101)[0]}
                    handle = make(kind, key, value, **more)
                    return [raw.LookupTableInsertV2(table_handle=handle, keys=keys(1, 2), values=values(0, 1)),
                            raw.LookupTableFindV2(table_handle=handle, keys=keys(2, 3, 1), default_value=values(1)[0])]
                yield scenario(f"{kind} of {key.name} to {value.name}", typed)
