"""`QueueCloseV2` and what it does to those who come later; `QueueIsClosedV2`, `QueueDequeueUpToV2`."""
from harness import scenario, tf

raw = tf.raw_ops
TYPES = {"component_types": [tf.int32]}
LOST = "TensorFlow's priority queue loses the elements of a dequeue of up to so many, and says that there are none left"


def parts(kind):
    more = {"seed": 3, "seed2": 5} if kind == "RandomShuffleQueueV2" else {}
    queue = getattr(raw, kind)(shapes=[[]], capacity=10, **TYPES, **more)
    one, three, out = [1], [[1, 2, 3]], TYPES
    if kind == "PriorityQueueV2":
        one, three = [tf.constant(1, tf.int64)] + one, [tf.constant([1, 2, 3], tf.int64)] + three
        out = {"component_types": [tf.int64, tf.int32]}
    return (queue, raw.QueueEnqueueV2(handle=queue, components=one), raw.QueueEnqueueManyV2(handle=queue, components=three),
            lambda n: raw.QueueDequeueManyV2(handle=queue, n=n, **out), lambda n: raw.QueueDequeueUpToV2(handle=queue, n=n, **out),
            raw.QueueDequeueV2(handle=queue, **out), raw.QueueSizeV2(handle=queue), raw.QueueIsClosedV2(handle=queue))


def cases():
    for kind in ["FIFOQueueV2", "PaddingFIFOQueueV2", "RandomShuffleQueueV2", "PriorityQueueV2"]:
        for cancel in [False, True]:
            def close(kind=kind, cancel=cancel):
                queue, put, many, take, up_to, one, size, is_closed = parts(kind)
                end = raw.QueueCloseV2(handle=queue, cancel_pending_enqueues=cancel)
                return [put, many, is_closed, size, end, is_closed, put, many, end, size, take(9), size, one, up_to(9),
                        size, up_to(1), one, take(1), take(0)]
            yield scenario(f"{kind} is closed, cancel_pending_enqueues={cancel}", close,
                           differs=LOST if kind == "PriorityQueueV2" else None)

            def empty(kind=kind, cancel=cancel):
                queue, put, _, take, up_to, one, size, is_closed = parts(kind)
                end = raw.QueueCloseV2(handle=queue, cancel_pending_enqueues=cancel)
                return [end, one, take(1), take(0), up_to(3), put, is_closed, size]
            yield scenario(f"{kind} is closed while empty, cancel_pending_enqueues={cancel}", empty)
