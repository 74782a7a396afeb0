"""`DepthwiseConv2dNative`, `DepthwiseConv2dNativeBackpropInput`, `DepthwiseConv2dNativeBackpropFilter`."""
from harness import FLOATS, case, floats, gradient, np

OP = "DepthwiseConv2dNative"
BEYOND = "TensorFlow's CPU kernel refuses this form, its GPU kernels compute it"
# TensorFlow adds half-width floats up in their own type.
COARSE = {"float16": 0.06, "bfloat16": 0.5}
FORMS = [
    ((1, 4, 4, 2), (2, 2, 2, 1), (1, 1), "VALID"),
    ((2, 5, 6, 3), (3, 3, 3, 2), (1, 1), "SAME"),
    ((2, 7, 5, 17), (3, 2, 17, 1), (2, 2), "SAME"),
    ((2, 6, 9, 27), (3, 3, 27, 1), (1, 1), "SAME"),
    ((1, 3, 12, 40), (2, 5, 40, 1), (1, 1), "VALID"),
    ((1, 6, 6, 1), (5, 5, 1, 4), (1, 1), "SAME"),
    ((3, 4, 4, 5), (1, 1, 5, 3), (1, 1), "VALID"),
    ((1, 5, 5, 2), (3, 3, 2, 2), (1, 1), ((1, 2), (0, 1))),
    ((1, 5, 5, 2), (2, 2, 2, 1), (2, 2), ((1, 0), (1, 1))),
]


def attrs(strides, padding):
    explicit = [] if isinstance(padding, str) else [0, 0, *padding[0], *padding[1], 0, 0]
    return dict(strides=[1, *strides, 1], padding=padding if isinstance(padding, str) else "EXPLICIT",
                explicit_paddings=explicit)


def sizes(images, filter, strides, padding):
    out = []
    for k in range(2):
        if padding == "SAME":
            out.append(-(-images[k + 1] // strides[k]))
        else:
            around = 0 if padding == "VALID" else sum(padding[k])
            out.append((images[k + 1] + around - filter[k]) // strides[k] + 1)
    return (images[0], *out, filter[2] * filter[3])


def cases():
    for form in FORMS:
        images, filter, *rest = form
        out = sizes(*form)
        for dtype in FLOATS:
            x, f, dy = floats(*images, dtype=dtype), floats(*filter, dtype=dtype), floats(*out, dtype=dtype)
            given = dict(atol=COARSE.get(x.dtype.name), **attrs(*rest))
            yield case(OP, x, f, **given)
            yield case(OP + "BackpropInput", np.array(images, np.int32), f, dy, **given)
            yield case(OP + "BackpropFilter", x, np.array(filter, np.int32), dy, **given)
    plain = attrs((1, 1), "VALID")
    for images, filter in [((0, 4, 4, 2), (2, 2, 2, 1)), ((1, 4, 4, 2), (2, 2, 3, 1)), ((4, 4, 2), (2, 2, 2, 1)),
                           ((1, 4, 4, 2), (2, 2, 2)), ((1, 4, 4, 2), (6, 2, 2, 1)), ((1, 4, 4, 2), (5, 2, 2, 1))]:
        yield case(OP, floats(*images), floats(*filter), **plain)
    for change in [dict(strides=[2, 1, 1, 1]), dict(strides=[1, 1, 1, 2])]:
        yield case(OP, floats(1, 4, 4, 2), floats(2, 2, 2, 1), **{**plain, **change})
    yield case(OP, floats(1, 4, 4, 2), floats(2, 2, 2, 1), **{**plain, "strides": [1, 2, 1, 1]}, differs=BEYOND)
    yield case(OP, floats(1, 2, 4, 4), floats(2, 2, 2, 1), data_format="NCHW", differs=BEYOND, **plain)
    filter, dy = floats(2, 2, 2, 2), floats(1, 3, 3, 4)
    for given in [(1, 4, 4, 2), (1, 5, 4, 2), (2, 4, 4, 2), (4, 4), (1, 4, 4, 3), (1, 4, -4, 2)]:
        yield case(OP + "BackpropInput", np.array(given, np.int32), filter, dy, **plain)
    yield case(OP + "BackpropInput", np.array([0, 4, 4, 2], np.int32), filter, floats(0, 3, 3, 4), **plain)
    yield case(OP + "BackpropInput", np.array([1, 4, 4, 0], np.int32), floats(2, 2, 0, 1), floats(1, 3, 3, 0), **plain)
    yield case(OP + "BackpropFilter", floats(1, 4, 4, 0), np.array([2, 2, 0, 1], np.int32), floats(1, 3, 3, 0), **plain)
    for given in [(2, 2, 2, 2), (2, 2, 1, 2), (2, 2), (3, 2, 2, 2)]:
        yield case(OP + "BackpropFilter", floats(1, 4, 4, 2), np.array(given, np.int32), dy, **plain)


def gradients():
    def wide(shape):
        return floats(*shape, dtype=np.float64)

    for form in FORMS:
        images, filter, *rest = form
        out = sizes(*form)
        yield gradient(OP, wide(images), wide(filter), **attrs(*rest))
        yield gradient(OP + "BackpropInput", np.array(images, np.int32), wide(filter), wide(out), **attrs(*rest))
        yield gradient(OP + "BackpropFilter", wide(images), np.array(filter, np.int32), wide(out), **attrs(*rest))


def bench():
    form = ((32, 28, 28, 32), (3, 3, 32, 1), (1, 1), "SAME")
    x, f, dy = floats(*form[0]), floats(*form[1]), floats(*sizes(*form))
    yield case(OP, x, f, **attrs(*form[2:]))
    yield case(OP + "BackpropInput", np.array(form[0], np.int32), f, dy, **attrs(*form[2:]))
    yield case(OP + "BackpropFilter", x, np.array(form[1], np.int32), dy, **attrs(*form[2:]))
