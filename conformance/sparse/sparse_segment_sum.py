"""`SparseSegmentSum`, `SparseSegmentSumWithNumSegments`, `SparseSegmentSumGrad`, `SparseSegmentSumGradV2`."""
from harness import FLOATS, INTS, case, floats, gradient, np, some


def cases():
    for dtype in FLOATS + INTS:
        for kind in [np.int32, np.int64]:
            for ids in [np.int32, np.int64]:
                lists = np.array([3, 0, 3, 1, 2], kind), np.array([0, 0, 1, 3, 3], ids)
                yield case("SparseSegmentSum", some(dtype, 4, 3), *lists)
                yield case("SparseSegmentSumWithNumSegments", some(dtype, 4, 3), *lists, ids(6))
                if dtype in FLOATS:
                    yield case("SparseSegmentSumGrad", some(dtype, 4, 3), *lists, np.int32(5))
                    yield case("SparseSegmentSumGradV2", some(dtype, 4, 3), *lists, np.int32(5))
    for shape, indices, ids, count in [((4,), [1, 2], [0, 1], 2), ((4, 2), [], [], 0), ((4, 2), [], [], 3), ((4, 2), [1, 4], [0, 0], 1), ((4, 2), [1, -1], [0, 0], 1), ((4, 2), [1, 2], [1, 0], 2),
                                       ((4, 2), [1, 2], [-1, 0], 2), ((4, 2), [1], [0, 1], 2), ((4, 2), [1, 2], [0, 2], 2), ((4, 2), [[1]], [0], 2), ((4, 2), [1], [[0]], 2), ((4, 0), [1, 1], [0, 2], 3),
                                       ((4, 2, 2), [0, 0, 0], [0, 0, 0], 1), ((4, 2), [1, 2], [0, 1], -1), ((9, 9), [8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4], 5)]:
        lists = np.array(indices, np.int32), np.array(ids, np.int32)
        yield case("SparseSegmentSum", floats(*shape), *lists)
        yield case("SparseSegmentSumWithNumSegments", floats(*shape), *lists, np.int32(count))
    for shape, indices, ids, rows in [((2, 3), [1, 2], [0, 1], 4), ((2, 3), [], [], 4), ((2, 3), [4], [0], 4), ((2, 3), [1], [2], 4), ((2, 3), [1], [-1], 4), ((2, 3), [1, 2], [0], 4), ((2,), [0, 0], [0, 1], 1),
                                      ((2, 3), [1, 1, 1], [0, 0, 1], 2)]:
        for op in ["SparseSegmentSumGrad", "SparseSegmentSumGradV2"]:
            if indices or op.endswith("V2"):  # TensorFlow leaves rows as they were in memory where there are no indices.
                yield case(op, floats(*shape), np.array(indices, np.int32), np.array(ids, np.int32), np.int32(rows))
    yield case("SparseSegmentSumWithNumSegments", floats(4, 2), *lists, np.array([3], np.int32))


def gradients():
    lists = np.array([3, 0, 3, 1, 2], np.int32), np.array([0, 0, 1, 3, 3], np.int32)
    yield gradient("SparseSegmentSum", floats(4, 3, dtype=np.float64), *lists)
    yield gradient("SparseSegmentSumWithNumSegments", floats(4, 3, dtype=np.float64), *lists, np.int32(6))
    yield gradient("SparseSegmentSum", floats(5, 2, dtype=np.float64), *lists, sparse_gradient=True)
    yield gradient("SparseSegmentSumWithNumSegments", floats(5, 2, dtype=np.float64), *lists, np.int32(4), sparse_gradient=True)
