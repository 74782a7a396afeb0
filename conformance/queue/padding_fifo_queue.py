"""`PaddingFIFOQueueV2`: elements of different sizes are filled up."""
from harness import np, scenario, tf, v1

raw = tf.raw_ops


def of_shape(shape, values, n, dtype=tf.int32, up_to=False):
    def build():
        queue = raw.PaddingFIFOQueueV2(component_types=[dtype], shapes=[shape], capacity=20)
        puts = [raw.QueueEnqueueV2(handle=queue, components=[tf.constant(value, dtype)]) for value in values]
        take = (raw.QueueDequeueUpToV2 if up_to else raw.QueueDequeueManyV2)(handle=queue, n=n, component_types=[dtype])
        close = raw.QueueCloseV2(handle=queue)
        return puts + [close, take, take]
    return build


def refused():
    queue = raw.PaddingFIFOQueueV2(component_types=[tf.int32], shapes=[[None, 2]])
    feed = v1.placeholder(tf.int32)
    put = raw.QueueEnqueueV2(handle=queue, components=[feed])
    many = raw.QueueEnqueueManyV2(handle=queue, components=[feed])
    missing = raw.QueueSizeV2(handle=raw.PaddingFIFOQueueV2(component_types=[tf.int32]))
    return [(put, {feed: [1, 2]}), (put, {feed: [[1, 2, 3]]}), (many, {feed: np.zeros((2, 3, 2))}),
            (many, {feed: np.zeros((2, 3, 3))}), raw.QueueDequeueV2(handle=queue, component_types=[tf.int32]), missing]


def by_reference():
    queue = raw.PaddingFIFOQueue(component_types=[tf.float32], shapes=[[None]])
    puts = [raw.QueueEnqueue(handle=queue, components=[np.ones(n, np.float32)]) for n in (1, 3)]
    return puts + [raw.QueueDequeueMany(handle=queue, n=2, component_types=[tf.float32])]


def cases():
    yield scenario("PaddingFIFOQueue: refused", refused)
    yield scenario("PaddingFIFOQueue: by reference", by_reference)
    vectors = [[1], [1, 2, 3], [], [4, 5]]
    for n in [0, 1, 2, 4]:
        for up_to in [False, True]:
            yield scenario(f"PaddingFIFOQueue of vectors, {n} at once, up_to={up_to}",
                           of_shape([None], vectors, n, up_to=up_to))
    boxes = [np.ones((1, 2)), 2 * np.ones((2, 1)), 3 * np.ones((3, 2))]
    for dtype in [tf.float32, tf.float64, tf.int64, tf.uint8, tf.bool, tf.complex64, tf.float16]:
        yield scenario(f"PaddingFIFOQueue of matrices of {dtype.name}", of_shape([None, None], boxes, 3, dtype))
    yield scenario("PaddingFIFOQueue of strings", of_shape([None], [["a"], ["b", "cd"]], 2, tf.string))
    yield scenario("PaddingFIFOQueue, one size known", of_shape([None, 2], [np.ones((1, 2)), np.ones((3, 2))], 2))
    yield scenario("PaddingFIFOQueue, all sizes known", of_shape([2], [[1, 2], [3, 4]], 2))
    yield scenario("PaddingFIFOQueue of scalars", of_shape([], [1, 2, 3], 2))
    yield scenario("PaddingFIFOQueue, all empty", of_shape([None], [[], []], 2))
