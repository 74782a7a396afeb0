"""`MergeSummary`."""
from harness import case, np, strings, v1


def summary(**values):
    return v1.Summary(value=[v1.Summary.Value(tag=tag, simple_value=value) for tag, value in values.items()]).SerializeToString()


def cases():
    one, two = np.array(summary(a=1.0), object), np.array(summary(b=2.0, c=3.0), object)
    yield case("MergeSummary", one)
    yield case("MergeSummary", one, two)
    yield case("MergeSummary", two, one, two)
    yield case("MergeSummary", one, one)
    yield case("MergeSummary", strings(summary(a=1.0), summary(b=2.0)), two)
    yield case("MergeSummary", strings(summary(a=1.0), summary(b=2.0)))
    yield case("MergeSummary", np.array(b"", object), one)
    yield case("MergeSummary", np.array(b"nonsense", object), one)
    yield case("MergeSummary", np.zeros((0,), object))
    plain = v1.Summary(value=[v1.Summary.Value(node_name="n", simple_value=1.0)]).SerializeToString()
    yield case("MergeSummary", strings(plain, plain))
