"""`RandomCrop`."""
from harness import np, scenario, tf, v1
from streams import SEEDS

# The op is refused in graphs of later versions.
PRODUCER = 7


def crops(image, size, seed, seed2, count=3):
    """What one node gives in several steps."""
    graph = v1.GraphDef()
    graph.versions.producer = PRODUCER
    for name, value in [("image", image), ("size", np.asarray(size, np.int64))]:
        const = graph.node.add(name=name, op="Const")
        const.attr["dtype"].type = tf.as_dtype(value.dtype).as_datatype_enum
        const.attr["value"].tensor.CopyFrom(tf.make_tensor_proto(value))
    node = graph.node.add(name="crop", op="RandomCrop", input=["image", "size"])
    node.attr["T"].type = tf.as_dtype(image.dtype).as_datatype_enum
    node.attr["seed"].i, node.attr["seed2"].i = seed, seed2
    return [tf.import_graph_def(graph, return_elements=["crop:0"], name="")[0]] * count


def cases():
    def named(image, size, seeds):
        name = f"RandomCrop({image.dtype}{list(image.shape)}, {size}) with seeds {seeds}"
        return scenario(name, lambda: crops(image, size, *seeds))

    def image(*shape, dtype=np.float32):
        return np.arange(np.prod(shape, dtype=int)).reshape(shape).astype(dtype)

    for dtype in [np.float32, np.float64, np.uint8, np.int8, np.int16, np.int32, np.int64]:
        yield named(image(5, 7, 2, dtype=dtype), (2, 3), (3, 4))
    for seeds in SEEDS:
        for size in [(2, 3), (9, 3), (2, 11), (9, 11), (1, 1), (0, 3), (2, 0), (0, 0)]:
            yield named(image(9, 11, 3), size, seeds)
        yield named(image(4, 4, 0), (2, 2), seeds)
        yield named(image(40, 60, 1), (24, 24), seeds)
    for shape, size in [((5, 7, 1), (6, 7)), ((5, 7, 1), (2, 9)), ((5, 7, 1), (6, 9))]:
        yield named(image(*shape), size, (1, 2))
