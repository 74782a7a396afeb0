"""`PriorityQueueV2`: the smallest number first; which of equals comes first is TensorFlow's too."""
from harness import np, rng, scenario, tf, v1

raw = tf.raw_ops
TYPES = {"component_types": [tf.int64, tf.string]}


def sorted_out(numbers):
    def build():
        queue = raw.PriorityQueueV2(component_types=[tf.string], shapes=[[]], capacity=100)
        names = [f"{k}" for k in range(len(numbers))]
        half = len(numbers) // 2
        first = raw.QueueEnqueueManyV2(handle=queue, components=[np.array(numbers[:half], np.int64), names[:half]])
        second = raw.QueueEnqueueManyV2(handle=queue, components=[np.array(numbers[half:], np.int64), names[half:]])
        one = raw.QueueDequeueV2(handle=queue, **TYPES)
        return [first, one, second, one, raw.QueueDequeueManyV2(handle=queue, n=len(numbers) - 2, **TYPES),
                raw.QueueSizeV2(handle=queue)]
    return build


def refused():
    queue = raw.PriorityQueueV2(component_types=[tf.int32], shapes=[[]])
    feed = v1.placeholder(tf.int64)
    loose = raw.PriorityQueueV2(component_types=[tf.int32], shapes=[])
    return [(raw.QueueEnqueueV2(handle=queue, components=[feed, 1]), {feed: [1]}),
            (raw.QueueEnqueueV2(handle=loose, components=[feed, 1]), {feed: [1]}),
            (raw.QueueEnqueueManyV2(handle=loose, components=[feed, [1]]), {feed: [[1]]}),
            raw.QueueEnqueueV2(handle=queue, components=[1, 1]),
            raw.QueueEnqueueV2(handle=queue, components=[1]), raw.QueueSizeV2(handle=queue),
            raw.QueueSizeV2(handle=loose), raw.QueueSizeV2(handle=raw.PriorityQueueV2(component_types=[], shapes=[]))]


def by_reference():
    queue = raw.PriorityQueue(component_types=[tf.string], shapes=[[]])
    put = raw.QueueEnqueueMany(handle=queue, components=[np.array([3, 1, 2], np.int64), ["c", "a", "b"]])
    return [put, raw.QueueDequeueMany(handle=queue, n=3, **TYPES)]


def cases():
    yield scenario("PriorityQueue: refused", refused)
    yield scenario("PriorityQueue: by reference", by_reference)
    for numbers in [[1, 2, 3, 4], [4, 3, 2, 1], [5, 5, 5, 5, 5, 5, 5], [-2**63, 2**63 - 1, 0, -1], [1, 1, 0, 0, 1, 1, 0]]:
        yield scenario(f"PriorityQueue of {numbers}", sorted_out(numbers))
    for n in [10, 25, 50]:
        for high in [3, 1000]:
            yield scenario(f"PriorityQueue of {n} below {high}", sorted_out(rng.randint(0, high, n).tolist()))
