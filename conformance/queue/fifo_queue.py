"""`FIFOQueueV2`, `FIFOQueue`: order, shapes, what is refused."""
from harness import np, scenario, tf, v1

raw = tf.raw_ops


def make(**attrs):
    return raw.FIFOQueueV2(**{"component_types": [tf.int32], "shapes": [[]], **attrs})


def order():
    queue = make(capacity=5)
    put = raw.QueueEnqueueManyV2(handle=queue, components=[tf.constant([1, 2, 3])])
    size, take = raw.QueueSizeV2(handle=queue), raw.QueueDequeueV2(handle=queue, component_types=[tf.int32])
    return [put, size, take, take, size, take, size]


def components():
    queue = raw.FIFOQueueV2(component_types=[tf.float32, tf.string, tf.bool], shapes=[[2], [], [1, 2]], capacity=9)
    put = raw.QueueEnqueueV2(handle=queue, components=[[1.0, 2.0], "a", [[True, False]]])
    many = raw.QueueEnqueueManyV2(handle=queue, components=[[[3.0, 4.0], [5.0, 6.0]], ["b", "c"],
                                                            [[[True, True]], [[False, False]]]])
    take = raw.QueueDequeueManyV2(handle=queue, n=2, component_types=[tf.float32, tf.string, tf.bool])
    one = raw.QueueDequeueV2(handle=queue, component_types=[tf.float32, tf.string, tf.bool])
    return [put, many, take, one]


def any_shape():
    queue = raw.FIFOQueueV2(component_types=[tf.int32])
    put = [raw.QueueEnqueueV2(handle=queue, components=[np.zeros(shape, np.int32)]) for shape in [(), (2,), (3, 1)]]
    take = raw.QueueDequeueV2(handle=queue, component_types=[tf.int32])
    return put + [take, raw.QueueDequeueManyV2(handle=queue, n=1, component_types=[tf.int32]), take, take]


def refused():
    queue = make()
    feed = v1.placeholder(tf.int32)
    put = raw.QueueEnqueueV2(handle=queue, components=[feed])
    many = raw.QueueEnqueueManyV2(handle=queue, components=[feed])
    wrong = raw.QueueEnqueueV2(handle=queue, components=[1.0])
    count = v1.placeholder(tf.int32)
    take = raw.QueueDequeueManyV2(handle=queue, n=count, component_types=[tf.int32])
    other = raw.QueueDequeueV2(handle=queue, component_types=[tf.float32])
    return [(put, {feed: [1]}), (many, {feed: 1}), (many, {feed: [[1]]}), wrong, (take, {count: -1}), (take, {count: 0}),
            other, (many, {feed: []}), raw.QueueSizeV2(handle=queue)]


def shared():
    a, b = make(shared_name="q", capacity=3), make(shared_name="q", capacity=3)
    others = [make(shared_name="q", capacity=4), raw.FIFOQueueV2(component_types=[tf.int64], shapes=[[]], shared_name="q",
                                                                 capacity=3),
              make(shared_name="q", capacity=3, shapes=[[2]]),
              raw.RandomShuffleQueueV2(component_types=[tf.int32], shapes=[[]], shared_name="q", capacity=3)]
    put = raw.QueueEnqueueV2(handle=a, components=[7])
    return [put, raw.QueueDequeueV2(handle=b, component_types=[tf.int32])] + \
        [raw.QueueSizeV2(handle=other) for other in others]


def bad_attrs():
    return [raw.QueueSizeV2(handle=queue) for queue in [
        raw.FIFOQueueV2(component_types=[tf.int32, tf.int32], shapes=[[]]), make(capacity=0), make(capacity=-5)]]


def timeouts():
    queue = make()
    return [raw.QueueEnqueueV2(handle=queue, components=[1], timeout_ms=5),
            raw.QueueDequeueV2(handle=queue, component_types=[tf.int32], timeout_ms=5)]


def by_reference():
    queue = raw.FIFOQueue(component_types=[tf.int32], shapes=[[]], capacity=4)
    put = raw.QueueEnqueue(handle=queue, components=[5])
    many = raw.QueueEnqueueMany(handle=queue, components=[[6, 7, 8]])
    types = {"component_types": [tf.int32]}
    size, closed = raw.QueueSize(handle=queue), raw.QueueIsClosed(handle=queue)
    return [put, many, size, raw.QueueDequeue(handle=queue, **types), raw.QueueDequeueMany(handle=queue, n=2, **types),
            closed, raw.QueueClose(handle=queue), closed, raw.QueueDequeueUpTo(handle=queue, n=5, **types), size, put]


def destroyed():
    queue = make(shared_name="gone")
    size = raw.QueueSizeV2(handle=queue)
    return [size, raw.DestroyResourceOp(resource=queue, ignore_lookup_error=False), size]


def cases():
    for build in [order, components, any_shape, refused, shared, bad_attrs, timeouts, by_reference, destroyed]:
        yield scenario(f"FIFOQueue: {build.__name__}", build)
    for dtype in [tf.float64, tf.float16, tf.bfloat16, tf.int64, tf.uint8, tf.complex64, tf.string, tf.bool]:
        def typed(dtype=dtype):
            value = tf.constant(["x", "yz"]) if dtype == tf.string else tf.cast(tf.constant([0, 1]), dtype)
            queue = raw.FIFOQueueV2(component_types=[dtype], shapes=[[]])
            return [raw.QueueEnqueueManyV2(handle=queue, components=[value]),
                    raw.QueueDequeueManyV2(handle=queue, n=2, component_types=[dtype])]
        yield scenario(f"FIFOQueue of {dtype.name}", typed)
