"""`TensorArrayV3` and the ops on it. Every scenario's steps have arrays of their own: they live as long as a step."""
from harness import np, scenario, tf, v1

raw = tf.raw_ops


class Array:
    """An array and its flow, which orders what is done with it."""

    def __init__(self, size=3, dtype=tf.float32, handle=None, flow=None, **attrs):
        self.dtype = dtype
        self.handle, self.flow = (handle, flow) if handle is not None else raw.TensorArrayV3(size=size, dtype=dtype, **attrs)

    def write(self, index, value):
        value = tf.cast(value, self.dtype) if self.dtype != tf.string else tf.constant(value)
        self.flow = raw.TensorArrayWriteV3(handle=self.handle, index=index, value=value, flow_in=self.flow)
        return self

    def read(self, index, dtype=None):
        value = raw.TensorArrayReadV3(handle=self.handle, index=index, flow_in=self.flow, dtype=dtype or self.dtype)
        with tf.control_dependencies([value]):
            self.flow = tf.identity(self.flow)
        return value

    def gather(self, indices, **attrs):
        return raw.TensorArrayGatherV3(handle=self.handle, indices=indices, flow_in=self.flow, dtype=self.dtype, **attrs)

    def scatter(self, indices, value):
        self.flow = raw.TensorArrayScatterV3(handle=self.handle, indices=indices, value=tf.cast(value, self.dtype),
                                             flow_in=self.flow)
        return self

    def concat(self, **attrs):
        return list(raw.TensorArrayConcatV3(handle=self.handle, flow_in=self.flow, dtype=self.dtype, **attrs))

    def split(self, value, lengths):
        self.flow = raw.TensorArraySplitV3(handle=self.handle, value=tf.cast(value, self.dtype),
                                           lengths=tf.constant(lengths, tf.int64), flow_in=self.flow)
        return self

    def size(self):
        return raw.TensorArraySizeV3(handle=self.handle, flow_in=self.flow)

    def grad(self, source="g"):
        handle, flow = raw.TensorArrayGradV3(handle=self.handle, flow_in=self.flow, source=source)
        return Array(dtype=self.dtype, handle=handle, flow=flow)


def loose(value, dtype=tf.int32):
    return v1.placeholder_with_default(tf.constant(value, dtype), None)


def basics():
    one = Array().write(0, [1., 2.]).write(2, [3., 4.])
    twice = Array(clear_after_read=False).write(1, 5.)
    first, second = twice.read(1), None
    second = twice.read(1)
    return [[one.read(2), one.read(0)], one.size(), [first, second], Array(size=0).size()]


def refused():
    index = loose(3)
    return [Array().write(index, 1.).flow, Array().write(-1, 1.).flow, Array().read(3), Array().read(-1), Array().read(0),
            Array().write(0, 1.).write(0, 2.).flow, Array().write(loose([0]), 1.).flow, Array().read(loose([0])),
            Array(size=loose([3])).size(), Array(size=loose(-3)).size(), Array(element_shape=[2]).write(0, loose([1., 2., 3.], tf.float32)).flow,
            Array(element_shape=[2]).write(0, loose([1., 2.], tf.float32)).read(0),
            raw.TensorArrayWriteV3(handle=(a := Array()).handle, index=0, value=tf.constant(1), flow_in=a.flow),
            Array().write(0, 1.).read(0, tf.int32)]


def read_twice():
    array = Array().write(0, 1.)
    first = array.read(0)
    with tf.control_dependencies([first]):
        again = array.read(0)
    return [first, again, Array().write(0, 1.).read(0)]


def write_after_read():
    array = Array(clear_after_read=False).write(0, 1.)
    array.read(0)
    return [array.write(0, 2.).flow]


def unwritten():
    return [Array(element_shape=[2, 2]).read(1), Array(element_shape=[]).read(1), Array(element_shape=[None]).read(1),
            Array(identical_element_shapes=True).write(0, [1., 2.]).read(1), Array().write(0, [1., 2.]).read(1),
            Array(element_shape=[2]).write(0, [1., 2.]).gather([0, 1, 2]),
            Array(element_shape=[2]).write(0, [1., 2.]).concat()]


def identical():
    array = Array(identical_element_shapes=True).write(0, [1., 2.])
    return [array.write(1, loose([1.], tf.float32)).flow,
            Array(identical_element_shapes=True).write(0, [1., 2.]).write(1, [3., 4.]).gather([1, 0])]


def grows():
    array = Array(size=0, dynamic_size=True).write(4, 1.).write(1, 2.)
    return [array.size(), array.gather([1, 4]), Array(size=0, dynamic_size=True).write(-1, 1.).flow,
            Array(size=1, dynamic_size=True).scatter([3, 0], [1., 2.]).size(),
            Array(size=1, dynamic_size=True).split([1., 2., 3.], [1, 2]).size(),
            Array(size=3, dynamic_size=True).split([1., 2., 3.], [1, 2]).size()]


def gathered():
    def array(**attrs):
        return Array(**attrs).write(0, [1., 2.]).write(1, [3., 4.]).write(2, [5., 6.])

    return [array().gather([2, 0, 1]), array().gather([1]), array(clear_after_read=False).gather([1, 1]), array().gather([1, 1]),
            array().gather(loose([], tf.int32)), array(element_shape=[2]).gather(loose([], tf.int32)),
            array().gather([0], element_shape=[2]), array().gather([0], element_shape=[3]),
            array().gather(loose([], tf.int32), element_shape=[2]), array().gather([3]), array().gather(loose(1)),
            Array().write(0, [1.]).write(1, [1., 2.]).gather([0, 1]), array().gather(loose([[0]]))]


def scattered():
    return [Array().scatter([2, 0], [[1., 2.], [3., 4.]]).gather([0, 2]), Array().scatter([0, 3], [1., 2.]).flow,
            Array().scatter(loose([0, 1, 2]), [1., 2.]).flow, Array().scatter([0, 0], [1., 2.]).flow,
            Array().scatter(loose(0), [1.]).flow, Array().scatter([0], loose(1., tf.float32)).flow,
            Array().scatter(loose([-1]), [1.]).flow, Array().scatter(loose([], tf.int32), np.zeros((0, 2))).size(),
            Array(element_shape=[3]).scatter([0], loose([[1., 2.]], tf.float32)).flow]


def joined():
    array = Array().write(0, [[1.], [2.]]).write(1, np.zeros((0, 1))).write(2, [[3.]])
    return [array.concat(), Array().write(0, 1.).write(1, 1.).write(2, 1.).concat(), Array(size=0).concat(),
            Array(size=0).concat(element_shape_except0=[2]),
            Array(size=2).write(0, [[1.]]).write(1, [[1., 2.]]).concat(),
            Array(size=1).write(0, [[1.]]).concat(element_shape_except0=[1]),
            Array(size=1).write(0, [[1.]]).concat(element_shape_except0=[2]), Array(size=2).write(0, [1.]).concat()]


def cut():
    return [Array().split([1., 2., 3., 4.], [1, 0, 3]).concat(), Array().split([1., 2.], [1, 1]).flow,
            Array(size=2).split([1., 2., 3.], [1, 1]).flow, Array(size=2).split([1., 2.], [1, 1]).gather([0, 1]),
            Array(size=2).split(loose(1., tf.float32), [1, 0]).flow,
            Array(size=2).split([[1., 2.], [3., 4.]], [2, 0]).read(1)]


def closed():
    array = Array().write(0, 1.)
    with tf.control_dependencies([array.flow]):
        close = raw.TensorArrayCloseV3(handle=array.handle)
    with tf.control_dependencies([close]):
        size = array.size()
    return [close, size]


def gradients_add_up():
    forward = Array().write(0, [1., 2.]).write(1, [3., 4.])
    grad = forward.grad().write(0, [1., 1.]).write(0, [10., 20.])
    same = forward.grad()
    with tf.control_dependencies([grad.flow]):
        read = raw.TensorArrayReadV3(handle=same.handle, index=0, flow_in=same.flow, dtype=tf.float32)
    other = forward.grad("other")
    return [read, grad.read(0), other.read(0), other.read(1), other.read(2), forward.grad().size(),
            forward.grad().write(0, loose([1., 2., 3.], tf.float32)).flow, forward.grad().write(2, [7., 8.]).read(2),
            grad.read(1)]


def gradient_fixes_the_size():
    forward = Array(size=1, dynamic_size=True).write(2, 1.)
    grad = forward.grad()
    with tf.control_dependencies([grad.flow]):
        late = forward.write(5, 1.).flow
    return [grad.size(), late]


def gradient_with_shape():
    forward = Array().write(0, [1., 2.])
    handle, flow = raw.TensorArrayGradWithShape(handle=forward.handle, flow_in=forward.flow, shape_to_prepend=[4], source="g")
    grad = Array(handle=handle, flow=flow)
    return [grad.read(0), grad.write(0, np.ones((4, 2))).read(0), grad.write(0, loose([1., 2.], tf.float32)).flow]


def in_a_loop():
    """The way of TensorFlow's own loops, with a gradient."""
    x = v1.placeholder_with_default(tf.constant([1., 2., 3., 4.]), [4])
    array = tf.TensorArray(tf.float32, 4).unstack(x)
    out = tf.TensorArray(tf.float32, 4)
    _, out, total = v1.while_loop(lambda i, *_: i < 4,
                                  lambda i, out, t: (i + 1, out.write(i, array.read(i) * t), t + array.read(i) ** 2),
                                  [0, out, tf.constant(1.)])
    stacked = out.stack()
    return [stacked, total, tf.gradients(stacked, x)[0], tf.gradients([stacked, total], x)[0]]


def cases():
    for build in [basics, refused, read_twice, write_after_read, unwritten, identical, grows, gathered, scattered, joined, cut,
                  closed, gradients_add_up, gradient_fixes_the_size, gradient_with_shape]:
        yield scenario(f"TensorArrayV3: {build.__name__}", build)
    for dtype in [tf.float64, tf.float16, tf.bfloat16, tf.int32, tf.int64, tf.uint8, tf.bool, tf.complex64, tf.string]:
        def typed(dtype=dtype):
            values = ["a", "bc", "d"] if dtype == tf.string else [0., 1., 2.]
            array = Array(dtype=dtype)
            for k in range(3):
                array.write(k, [values[k]])
            return [array.gather([2, 1, 0]), array.concat(), Array(dtype=dtype, element_shape=[2]).read(0)]
        yield scenario(f"TensorArrayV3 of {dtype.name}", typed)
    for dtype in [tf.float64, tf.float16, tf.int32, tf.int64, tf.complex64, tf.bool, tf.string]:
        def added(dtype=dtype):
            array = Array(dtype=dtype)
            value = "x" if dtype == tf.string else 1.
            return [array.write(0, value).grad().write(0, value).write(0, value).read(0)]
        yield scenario(f"TensorArrayGradV3 of {dtype.name}", added)
    yield scenario("TensorArrayV3: in a loop", in_a_loop)
