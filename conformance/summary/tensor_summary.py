"""`TensorSummary`, `TensorSummaryV2`."""
from harness import FLOATS, INTS, bools, case, floats, ints, np, strings, v1


def cases():
    metadata = v1.SummaryMetadata(plugin_data=v1.SummaryMetadata.PluginData(plugin_name="text"), display_name="d").SerializeToString()
    values = [floats(2, 3, dtype=d) for d in FLOATS] + [ints(3, dtype=d) for d in INTS]
    values += [bools(2), strings(b"some *text*", b""), np.array(b"one", object), floats(), floats(0, 2), np.zeros((0,), object),
               np.array([1 + 2j], np.complex64)]
    for value in values:
        yield case("TensorSummary", value)
        yield case("TensorSummary", value, description="about", labels=["x", "y"], display_name="name")
        yield case("TensorSummaryV2", np.array(b"tag", object), value, np.array(metadata, object))
        yield case("TensorSummaryV2", np.array(b"", object), value, np.array(b"", object))
    yield case("TensorSummaryV2", strings(b"a"), floats(2), np.array(metadata, object))
    yield case("TensorSummaryV2", np.array(b"tag", object), floats(2), strings(metadata))
