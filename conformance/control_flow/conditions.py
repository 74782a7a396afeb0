"""`If`, `Case`, `While`, `ToBool`, `_SwitchN`: what is chosen by what."""
from harness import case, np, scenario, strings, tf, v1

raw = tf.raw_ops


def function(body, *types):
    return tf.function(body, autograph=False).get_concrete_function(*[tf.TensorSpec(None, t) for t in types])


def chosen(condition, dtype):
    def build():
        then = function(lambda x: x + 1.0, tf.float32)
        other = function(lambda x: x - 1.0, tf.float32)
        feed = v1.placeholder(dtype)
        x = v1.placeholder_with_default(tf.constant(5.0), [])
        steps = []
        for op in [raw.If, raw.StatelessIf]:
            out = op(cond=feed, input=[x], Tout=[tf.float32], then_branch=then, else_branch=other)
            steps += [(out, {feed: value}) for value in condition]
        return steps
    return build


def cases_out_of_range():
    branches = [function(lambda x, k=k: x * float(k), tf.float32) for k in (2, 3, 5)]
    index, x = v1.placeholder(tf.int32, []), v1.placeholder_with_default(tf.constant(7.0), [])
    steps = []
    for op in [raw.Case, raw.StatelessCase]:
        out = op(branch_index=index, input=[x], Tout=[tf.float32], branches=branches)
        steps += [(out, {index: k}) for k in (0, 1, 2, 3, -1, 100, -100)]
    one = raw.Case(branch_index=index, input=[x], Tout=[tf.float32], branches=branches[:1])
    return steps + [(one, {index: k}) for k in (0, 1, -1)]


def counted(dtype):
    def build():
        condition = function(lambda i, x: i, dtype, tf.float32)
        body = function(lambda i, x: (i - tf.cast(1, dtype), x * 2.0), dtype, tf.float32)
        start = v1.placeholder(dtype, [])
        steps = []
        for op in [raw.While, raw.StatelessWhile]:
            out = op(input=[start, tf.constant(1.0)], cond=condition, body=body)
            steps += [(out[1], {start: n}) for n in (0, 1, 5)]
        return steps
    return build


def cases():
    for dtype in [np.float32, np.float64, np.int32, np.int64, np.uint8, np.int8, np.int16, np.uint16, np.float16, np.bool_]:
        for value in [0, 1, 2]:
            yield case("ToBool", np.array(value).astype(dtype))
        yield case("ToBool", np.zeros(2).astype(dtype))
        yield case("ToBool", np.zeros((0, 3)).astype(dtype))
    for value in ["", "x", "0"]:
        yield case("ToBool", np.array(value, object))
    yield case("ToBool", strings("", ""))
    for value in [-0.0, np.nan, np.inf]:
        yield case("ToBool", np.float32(value))
    yield case("ToBool", np.float32(1e-42), differs="TensorFlow's threads take denormal numbers for zero")
    numbers = [0, 1, 3, [], [0], [[0, 0]]]
    for dtype in [tf.float32, tf.float64, tf.int32, tf.int64, tf.uint8]:
        yield scenario(f"If by {dtype.name}", chosen(numbers, dtype))
    yield scenario("If by bool", chosen([True, False], tf.bool))
    yield scenario("If by string", chosen(["", "a", [], [""]], tf.string))
    yield scenario("Case out of range", cases_out_of_range)
    for dtype in [tf.float32, tf.int32, tf.int64]:
        yield scenario(f"While by {dtype.name}", counted(dtype))
