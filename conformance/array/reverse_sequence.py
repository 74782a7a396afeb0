"""`ReverseSequence`."""
from harness import ANY, case, floats, gradient, np, some


def cases():
    for dtype in ANY:
        for kind in [np.int32, np.int64]:
            yield case("ReverseSequence", some(dtype, 3, 4, 2), np.array([0, 2, 4], kind), seq_dim=1)
    for shape, lengths, seq, batch in [((4, 3), [1, 2, 4], 0, 1), ((2, 4, 3), [3, 2, 0, 1], 2, 1), ((3, 2, 4), [1, 3, 4], 2, 0), ((4, 2, 3), [4, 2, 3], 0, 2), ((3, 4), [5, 1, 1], 1, 0),
                                       ((3, 4), [-1, 1, 1], 1, 0), ((3, 4), [1, 1], 1, 0), ((3, 4), [1, 1, 1], 0, 0), ((3, 4), [1, 1, 1], 2, 0), ((3, 4), [1, 1, 1], 1, 2),
                                       ((0, 4), [], 1, 0), ((3, 0), [0, 0, 0], 1, 0)]:
        yield case("ReverseSequence", floats(*shape), np.array(lengths, np.int32), seq_dim=seq, batch_dim=batch)
    yield case("ReverseSequence", floats(3, 4), np.array([[1, 1, 1]], np.int32), seq_dim=1)


def gradients():
    yield gradient("ReverseSequence", floats(3, 4, 2, dtype=np.float64), np.array([0, 2, 4]), seq_dim=1)
    yield gradient("ReverseSequence", floats(4, 3, dtype=np.float64), np.array([1, 2, 4], np.int32), seq_dim=0, batch_dim=1)
