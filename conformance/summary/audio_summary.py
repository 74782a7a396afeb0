"""`AudioSummary`, `AudioSummaryV2`."""
from harness import case, floats, inf, np, strings


def cases():
    tag = np.array(b"tone", object)
    for shape in [(1, 10), (3, 10), (5, 7, 1), (2, 7, 2), (1, 3, 4)]:
        for count in [1, 3, 10]:
            for rate in [1.0, 8000.0, 44100.0]:
                yield case("AudioSummaryV2", tag, floats(*shape), np.float32(rate), max_outputs=count)
    yield case("AudioSummaryV2", tag, np.array([[0.0, 1.0, -1.0, 2.0, -2.0, 0.99999, inf, -inf, 1e-6, -1e-6]], np.float32), np.float32(8000))
    yield case("AudioSummaryV2", tag, floats(4), np.float32(8000))
    yield case("AudioSummaryV2", tag, floats(1, 2, 3, 4), np.float32(8000))
    yield case("AudioSummaryV2", strings(b"a"), floats(1, 4), np.float32(8000))
    for rate in [[8000.0], 0.8, 1.5, 2.5]:
        yield case("AudioSummaryV2", tag, floats(1, 4), np.array(rate, np.float32))
    yield case("AudioSummaryV2", tag, floats(1, 4), np.float32(0))
    yield case("AudioSummaryV2", tag, floats(1, 4), np.float32(-5))
    yield case("AudioSummaryV2", tag, floats(1, 0), np.float32(8000))
    yield case("AudioSummaryV2", tag, floats(0, 4), np.float32(8000))
