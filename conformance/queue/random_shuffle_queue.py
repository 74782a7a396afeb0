"""`RandomShuffleQueueV2`: with seeds the order is TensorFlow's."""
from harness import np, scenario, tf

raw = tf.raw_ops
TYPES = {"component_types": [tf.int32]}


def shuffled(seed, seed2, n, minimum=0):
    def build():
        queue = raw.RandomShuffleQueueV2(shapes=[[]], capacity=100, min_after_dequeue=minimum, seed=seed, seed2=seed2, **TYPES)
        put = raw.QueueEnqueueManyV2(handle=queue, components=[np.arange(n, dtype=np.int32)])
        take = raw.QueueDequeueManyV2(handle=queue, n=n // 2 - minimum, **TYPES)
        one = raw.QueueDequeueV2(handle=queue, **TYPES)
        rest = raw.QueueDequeueUpToV2(handle=queue, n=100, **TYPES)
        return [put, take, one, put, take, one, raw.QueueSizeV2(handle=queue), raw.QueueCloseV2(handle=queue), rest, rest]
    return build


def refused():
    queues = [raw.RandomShuffleQueueV2(min_after_dequeue=low, capacity=high, shapes=[[]], **TYPES)
              for low, high in [(5, 5), (6, 5), (-1, 5), (4, 5), (3, -1)]]
    return [raw.QueueSizeV2(handle=queue) for queue in queues]


def shared():
    def queue(**more):
        return raw.RandomShuffleQueueV2(shapes=[[]], capacity=8, shared_name="s", **TYPES,
                                        **{"seed": 1, "seed2": 2, "min_after_dequeue": 2, **more})
    return [raw.QueueSizeV2(handle=queue(**more)) for more in [{}, {}, {"min_after_dequeue": 3}, {"seed": 4}]]


def by_reference():
    queue = raw.RandomShuffleQueue(shapes=[[]], capacity=100, seed=11, seed2=12, **TYPES)
    put = raw.QueueEnqueueMany(handle=queue, components=[np.arange(10, dtype=np.int32)])
    return [put, raw.QueueDequeueMany(handle=queue, n=7, **TYPES), raw.QueueDequeue(handle=queue, **TYPES)]


def cases():
    for seed, seed2 in [(1, 2), (0, 7), (7, 0), (-5, 2**40), (123456789, 987654321)]:
        for n in [4, 20, 40]:
            for minimum in [0, 1]:
                yield scenario(f"RandomShuffleQueue seeds {seed} {seed2}, {n} elements, min_after_dequeue={minimum}",
                               shuffled(seed, seed2, n, minimum))
    for build in [refused, shared, by_reference]:
        yield scenario(f"RandomShuffleQueue: {build.__name__}", build)
