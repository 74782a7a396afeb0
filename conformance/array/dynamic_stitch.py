"""`DynamicStitch`, `ParallelDynamicStitch`."""
from harness import ANY, case, floats, gradient, np, some


def i32(values):
    return np.array(values, np.int32)


def cases():
    for op in ["DynamicStitch", "ParallelDynamicStitch"]:
        for dtype in ANY:
            yield case(op, i32([0, 2]), i32([1]), some(dtype, 2, 2), some(dtype, 1, 2), counts=[2])
        for indices, shapes in [([[0, 1]], [(2,)]), ([0, [1, 2]], [(3,), (2, 3)]), ([[[0, 1], [2, 3]]], [(2, 2, 2)]), ([[]], [(0, 2)]),
                                ([[0], [1]], [(1, 2), (1, 3)]), ([[0, 1]], [(3,)]), ([[-1]], [(1,)])]:
            count = len(indices)
            yield case(op, *[i32(x) for x in indices], *[floats(*shape) for shape in shapes], counts=[count])
    yield case("DynamicStitch", i32([0, 1, 1]), i32([0]), floats(3), floats(1), counts=[2])


def gradients():
    for op in ["DynamicStitch", "ParallelDynamicStitch"]:
        yield gradient(op, i32([0, 2]), i32([[3], [1]]), floats(2, 2, dtype=np.float64), floats(2, 1, 2, dtype=np.float64), counts=[2])
