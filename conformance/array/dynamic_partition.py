"""`DynamicPartition`."""
from harness import ANY, case, floats, gradient, np, some


def i32(values):
    return np.array(values, np.int32)


def cases():
    for dtype in ANY:
        yield case("DynamicPartition", some(dtype, 4, 2), i32([0, 2, 1, 0]), num_partitions=3)
    for shape, partitions, count in [((4,), [0, 0, 0, 0], 1), ((4,), [1, 0, 1, 0], 2), ((2, 2), [[0, 1], [1, 0]], 2), ((2, 2, 3), [[0, 1], [1, 1]], 3),
                                     ((), 1, 2), ((3,), 0, 2), ((0,), [], 2), ((0, 3), [], 1), ((2,), [0, 2], 2), ((2,), [0, -1], 2), ((3,), [0, 1], 2),
                                     ((2, 3), [0, 1, 0], 2)]:
        yield case("DynamicPartition", floats(*shape), i32(partitions), num_partitions=count)


def gradients():
    yield gradient("DynamicPartition", floats(4, 2, dtype=np.float64), i32([0, 2, 1, 0]), num_partitions=3)
    yield gradient("DynamicPartition", floats(2, 2, 3, dtype=np.float64), i32([[0, 1], [1, 1]]), num_partitions=3)
