"""`Conv2D`, `Conv2DBackpropInput`, `Conv2DBackpropFilter`."""
from harness import FLOATS, case, floats, gradient, ints, nasty, np

BEYOND = "TensorFlow's plain CPU kernel refuses this form, its faster ones compute it"
# TensorFlow adds half-width floats up in their own type.
COARSE = {"float16": 0.06, "bfloat16": 0.5}
# Images, filter, strides, padding, dilations.
FORMS = [
    ((1, 4, 4, 2), (2, 2, 2, 3), (1, 1), "VALID", (1, 1)),
    ((2, 5, 6, 3), (3, 3, 3, 4), (1, 1), "SAME", (1, 1)),
    ((2, 7, 5, 2), (3, 2, 2, 5), (2, 2), "SAME", (1, 1)),
    ((2, 7, 8, 2), (2, 3, 2, 3), (2, 3), "VALID", (1, 1)),
    ((1, 6, 6, 1), (5, 5, 1, 2), (1, 1), "SAME", (1, 1)),
    ((3, 4, 4, 5), (1, 1, 5, 3), (1, 1), "VALID", (1, 1)),
    ((3, 5, 4, 5), (1, 1, 5, 3), (2, 2), "SAME", (1, 1)),
    ((1, 5, 5, 2), (3, 3, 2, 2), (1, 1), ((1, 2), (0, 1)), (1, 1)),
    ((1, 5, 5, 2), (2, 2, 2, 2), (2, 2), ((2, 0), (1, 3)), (1, 1)),
    ((1, 3, 3, 1), (5, 5, 1, 1), (1, 1), "SAME", (1, 1)),
    ((1, 2, 2, 1), (2, 2, 1, 1), (3, 3), "VALID", (1, 1)),
    ((1, 9, 3, 1), (3, 1, 1, 2), (4, 1), "VALID", (1, 1)),
    ((1, 3, 3, 2), (3, 3, 2, 4), (1, 1), "VALID", (1, 1)),
    # More padding than window.
    ((1, 2, 3, 8), (1, 1, 8, 2), (1, 1), ((2, 3), (2, 1)), (1, 1)),
    ((1, 2, 1, 9), (2, 1, 9, 2), (3, 2), ((1, 3), (3, 4)), (1, 1)),
    # Many channels.
    ((2, 5, 6, 16), (3, 3, 16, 4), (1, 1), "SAME", (1, 1)),
    ((2, 7, 5, 17), (3, 2, 17, 5), (2, 2), "SAME", (1, 1)),
    ((1, 6, 4, 16), (2, 3, 16, 3), (1, 1), "VALID", (1, 1)),
    ((1, 4, 5, 18), (3, 2, 18, 2), (1, 1), ((1, 2), (0, 3)), (1, 1)),
]
# More than is laid out at a time.
LARGE = [
    ((1, 120, 64, 16), (3, 3, 16, 2), (1, 1), "SAME", (1, 1)),
    ((1, 120, 64, 16), (3, 3, 16, 2), (2, 2), "VALID", (1, 1)),
    ((2, 3, 5000, 8), (3, 3, 8, 2), (1, 1), "SAME", (1, 1)),
    ((1, 90, 700, 1), (5, 5, 1, 3), (1, 1), "SAME", (1, 1)),
]
# Channels enough that Regatta convolves tile by tile, which rounds more often: up to 8e-6 of the largest output.
TILED = [
    ((4, 14, 14, 32), (5, 5, 32, 48), (1, 1), "SAME", (1, 1)),
    ((6, 24, 18, 32), (3, 3, 32, 40), (1, 1), "VALID", (1, 1)),
    ((3, 13, 15, 33), (5, 5, 33, 35), (1, 1), ((1, 3), (0, 4)), (1, 1)),
]
DILATED = [
    ((1, 7, 7, 2), (3, 3, 2, 2), (1, 1), "VALID", (2, 2)),
    ((2, 6, 7, 2), (2, 3, 2, 3), (1, 1), "SAME", (2, 3)),
    ((1, 7, 7, 1), (2, 2, 1, 2), (2, 2), "SAME", (3, 2)),
    ((1, 7, 9, 16), (3, 3, 16, 2), (1, 1), "SAME", (2, 3)),
    ((1, 5, 5, 16), (2, 3, 16, 2), (1, 1), "SAME", (4, 1)),
    ((1, 9, 9, 16), (2, 3, 16, 2), (2, 3), "VALID", (3, 2)),
]


def attrs(strides, padding, dilations, nchw=False):
    explicit = [] if isinstance(padding, str) else [0, 0, *padding[0], *padding[1], 0, 0]
    if nchw and explicit:
        explicit = explicit[:2] + explicit[6:] + explicit[2:6]
    def four(pair):
        return [1, 1, *pair] if nchw else [1, *pair, 1]
    return dict(strides=four(strides), padding=padding if isinstance(padding, str) else "EXPLICIT",
                explicit_paddings=explicit, dilations=four(dilations), data_format="NCHW" if nchw else "NHWC")


def sizes(images, filter, strides, padding, dilations):
    """The shape of the output."""
    out = []
    for k in range(2):
        extent = (filter[k] - 1) * dilations[k] + 1
        if padding == "SAME":
            out.append(-(-images[k + 1] // strides[k]))
        else:
            around = 0 if padding == "VALID" else sum(padding[k])
            out.append((images[k + 1] + around - extent + strides[k]) // strides[k])
    return (images[0], *out, filter[3])


def first(shape):
    return (shape[0], shape[3], shape[1], shape[2])


def cases():
    for form in FORMS + DILATED:
        images, filter, *rest = form
        out = sizes(*form)
        beyond = BEYOND if form in DILATED else None
        for dtype in FLOATS:
            x, f, dy = floats(*images, dtype=dtype), floats(*filter, dtype=dtype), floats(*out, dtype=dtype)
            given = dict(atol=COARSE.get(x.dtype.name), **attrs(*rest))
            yield case("Conv2D", x, f, **given)
            yield case("Conv2DBackpropInput", np.array(images, np.int32), f, dy, differs=beyond, **given)
            yield case("Conv2DBackpropFilter", x, np.array(filter, np.int32), dy, differs=beyond, **given)
        yield case("Conv2D", ints(*images), ints(*filter), **attrs(*rest))
        if form in FORMS:
            yield case("Conv2DBackpropInput", np.array(images, np.int32), ints(*filter), ints(*out), **attrs(*rest))
            yield case("Conv2DBackpropInput", np.array(images[1:3], np.int32), floats(*filter), floats(*out),
                       **attrs(*rest))
    for form in LARGE:
        images, filter, *rest = form
        # Sums of small whole numbers are exact, in whatever order.
        x, f, dy = (ints(*shape, low=-2, high=3).astype(np.float32) for shape in (images, filter, sizes(*form)))
        yield case("Conv2D", x, f, **attrs(*rest))
        yield case("Conv2DBackpropInput", np.array(images, np.int32), f, dy, **attrs(*rest))
        yield case("Conv2DBackpropFilter", x, np.array(filter, np.int32), dy, **attrs(*rest))
    for form in TILED:
        images, filter, *rest = form
        for dtype, atol in ((np.float32, 1e-5), (np.float64, None)):
            x, f, dy = (floats(*shape, dtype=dtype) for shape in (images, filter, sizes(*form)))
            given = dict(atol=atol, **attrs(*rest))
            yield case("Conv2D", x, f, **given)
            yield case("Conv2DBackpropInput", np.array(images, np.int32), f, dy, **given)
            yield case("Conv2DBackpropFilter", x, np.array(filter, np.int32), dy, **given)
    # Groups of channels with filters of their own.
    yield case("Conv2D", floats(2, 4, 5, 16), floats(2, 3, 8, 6), **attrs((1, 1), "SAME", (1, 1)))
    yield case("Conv2D", floats(2, 6, 5, 16), floats(3, 2, 4, 8), **attrs((2, 1), "VALID", (1, 1)))
    yield case("Conv2D", floats(2, 4, 4, 4), floats(2, 2, 2, 6), **attrs((1, 1), "SAME", (1, 1)))
    yield case("Conv2D", floats(2, 4, 4, 6), floats(1, 1, 2, 3), **attrs((1, 1), "SAME", (1, 1)))
    yield case("Conv2D", ints(1, 4, 4, 4), ints(2, 2, 1, 4), **attrs((2, 2), "VALID", (1, 1)))
    yield case("Conv2D", floats(1, 4, 4, 4, dtype=np.float64), floats(2, 2, 2, 4, dtype=np.float64),
               **attrs((1, 1), "VALID", (2, 2)))
    # Channels second.
    for form in FORMS[:2] + FORMS[7:8]:
        images, filter, *rest = form
        yield case("Conv2D", floats(*first(images)), floats(*filter), differs=BEYOND, **attrs(*rest, nchw=True))
        yield case("Conv2DBackpropInput", np.array(first(images), np.int32), floats(*filter),
                   floats(*first(sizes(*form))), differs=BEYOND, **attrs(*rest, nchw=True))
        yield case("Conv2DBackpropFilter", floats(*first(images)), np.array(filter, np.int32),
                   floats(*first(sizes(*form))), differs=BEYOND, **attrs(*rest, nchw=True))
    # Empty ones, and what is refused.
    plain, same = attrs((1, 1), "VALID", (1, 1)), attrs((1, 1), "SAME", (1, 1))
    for images, filter in [((0, 4, 4, 2), (2, 2, 2, 3)), ((1, 4, 4, 2), (2, 2, 2, 0)), ((1, 4, 4, 2), (5, 5, 2, 1)),
                           ((1, 4, 4, 2), (6, 6, 2, 1)), ((1, 4, 4, 0), (2, 2, 0, 3)), ((1, 4, 4, 2), (2, 2, 0, 3)),
                           ((1, 4, 4, 2), (0, 2, 2, 3)), ((1, 4, 4, 3), (2, 2, 2, 3)), ((1, 4, 4, 4), (2, 2, 2, 3)),
                           ((4, 4, 2), (2, 2, 2, 3)), ((1, 4, 4, 2), (2, 2, 2)), ((1, 4, 4, 0), (2, 2, 2, 3))]:
        yield case("Conv2D", floats(*images), floats(*filter), **plain)
    yield case("Conv2D", floats(1, 0, 4, 2), floats(2, 2, 2, 3), **same)
    yield case("Conv2D", floats(1, 4, 4, 2), floats(0, 2, 2, 3), **same)
    for change in [dict(strides=[2, 1, 1, 1]), dict(strides=[1, 1, 1, 2]), dict(dilations=[2, 1, 1, 1]),
                   dict(dilations=[1, 1, 1, 2])]:
        yield case("Conv2D", floats(1, 4, 4, 2), floats(2, 2, 2, 3), **{**plain, **change})
    yield case("Conv2D", nasty(np.float32, 1, 4, 4, 1), floats(2, 2, 1, 1), **plain)
    filter, dy = floats(2, 2, 2, 3), floats(1, 3, 3, 3)
    for given in [(1, 4, 4, 3), (2, 4, 4, 2), (1, 5, 4, 2), (4, 4, 2), (1, 4, -4, 2), (0, 4, 4, 2), ()]:
        yield case("Conv2DBackpropInput", np.array(given, np.int32), filter, dy, **plain)
    yield case("Conv2DBackpropInput", np.array([[1, 4, 4, 2]], np.int32), filter, dy, **plain)
    yield case("Conv2DBackpropInput", np.array([0, 4, 4, 2], np.int32), filter, floats(0, 3, 3, 3), **plain)
    yield case("Conv2DBackpropInput", np.array([1, 4, 4, 2], np.int32), filter, floats(1, 3, 3, 2), **plain)
    for given in [(2, 2, 1, 3), (2, 2), (2, 2, 2, 4), (2, 2, -2, 3), ()]:
        yield case("Conv2DBackpropFilter", floats(1, 4, 4, 2), np.array(given, np.int32), dy, **plain)
    yield case("Conv2DBackpropFilter", floats(0, 4, 4, 2), np.array([2, 2, 2, 3], np.int32), floats(0, 3, 3, 3), **plain)
    yield case("Conv2DBackpropFilter", floats(1, 4, 4, 2), np.array([2, 2, 2, 3], np.int32), floats(1, 3, 4, 3), **plain)
    yield case("Conv2DBackpropFilter", floats(1, 4, 4, 2), np.array([2, 2, 2, 3], np.int32), floats(2, 3, 3, 3), **plain)


def gradients():
    def wide(shape):
        return floats(*shape, dtype=np.float64)

    for form in FORMS[:10]:
        images, filter, *rest = form
        out = sizes(*form)
        yield gradient("Conv2D", wide(images), wide(filter), **attrs(*rest))
        yield gradient("Conv2DBackpropInput", np.array(images, np.int32), wide(filter), wide(out), **attrs(*rest))
        yield gradient("Conv2DBackpropFilter", wide(images), np.array(filter, np.int32), wide(out), **attrs(*rest))


def bench():
    for images, filter in [((100, 28, 28, 1), (5, 5, 1, 32)), ((100, 14, 14, 32), (5, 5, 32, 64)),
                           ((32, 28, 28, 64), (3, 3, 64, 64)), ((32, 28, 28, 64), (1, 1, 64, 128))]:
        form = (images, filter, (1, 1), "SAME", (1, 1))
        x, f, dy = floats(*images), floats(*filter), floats(*sizes(*form))
        yield case("Conv2D", x, f, **attrs(*form[2:]))
        yield case("Conv2DBackpropInput", np.array(images, np.int32), f, dy, **attrs(*form[2:]))
        yield case("Conv2DBackpropFilter", x, np.array(filter, np.int32), dy, **attrs(*form[2:]))
