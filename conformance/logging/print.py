"""`Print`, `PrintV2`."""
from harness import FLOATS, INTS, bools, case, floats, gradient, ints, np, scenario, strings, tf


def cases():
    for value in [floats(2, 3, dtype=d) for d in FLOATS] + [ints(5, dtype=d) for d in INTS] + [bools(2), strings(b"text"), floats(), floats(0)]:
        yield case("Print", value, value, message="value: ", first_n=1)
    yield case("Print", floats(2), message="alone")
    yield case("Print", floats(2), floats(2), strings(b"a"), ints(20), summarize=-1)
    for stream in ["stderr", "log(info)", "log(warning)", "log(error)"]:
        yield case("PrintV2", np.array(b"a line", object), output_stream=stream)
    yield case("PrintV2", np.array(b"a line", object), output_stream="nowhere")
    yield case("PrintV2", strings(b"a", b"b"))

    def often():
        shown = tf.raw_ops.Print(input=tf.constant([1.0]), data=[tf.constant(3)], message="twice", first_n=2)
        return [[shown]] * 4

    yield scenario("Print more often than it shows", often)


def gradients():
    yield gradient("Print", floats(3, dtype=np.float64), ints(2), numeric=False)
