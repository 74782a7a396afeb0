"""`MaxPool`, `MaxPoolV2`, `MaxPoolGrad`, `MaxPoolGradV2`, `MaxPoolGradGrad`, `MaxPoolGradGradV2`."""
from harness import FLOATS, case, floats, gradient, inf, ints, nan, np

LOWEST = "TensorFlow begins with the lowest finite number, so that negative infinities are lost"
# Images, windows, strides, padding.
FORMS = [
    ((1, 4, 4, 2), (2, 2), (2, 2), "VALID"),
    ((2, 5, 7, 3), (2, 2), (2, 2), "SAME"),
    ((2, 5, 7, 3), (3, 3), (2, 2), "VALID"),
    ((1, 6, 6, 17), (3, 2), (1, 2), "SAME"),
    ((2, 4, 5, 1), (3, 3), (1, 1), "SAME"),
    ((1, 3, 3, 2), (2, 2), (3, 3), "VALID"),
    ((1, 4, 4, 2), (1, 1), (1, 1), "VALID"),
    ((1, 4, 4, 2), (1, 1), (2, 2), "SAME"),
    ((1, 3, 3, 1), (5, 5), (1, 1), "SAME"),
    ((2, 4, 4, 2), (2, 2), (2, 2), ((1, 1), (1, 0))),
    ((1, 5, 5, 3), (3, 3), (2, 2), ((2, 1), (0, 2))),
]
TYPES = FLOATS + [np.int32, np.int64, np.uint8, np.int8, np.int16, np.uint16]
MORE = [np.uint32, np.uint64]


def attrs(windows, strides, padding):
    explicit = [] if isinstance(padding, str) else [0, 0, *padding[0], *padding[1], 0, 0]
    return dict(ksize=[1, *windows, 1], strides=[1, *strides, 1],
                padding=padding if isinstance(padding, str) else "EXPLICIT", explicit_paddings=explicit)


def without(given, *names):
    return {name: value for name, value in given.items() if name not in names}


def sizes(images, windows, strides, padding):
    out = []
    for k in range(2):
        if padding == "SAME":
            out.append(-(-images[k + 1] // strides[k]))
        else:
            around = 0 if padding == "VALID" else sum(padding[k])
            out.append((images[k + 1] + around - windows[k] + strides[k]) // strides[k])
    return (images[0], *out, images[3])


def pool(x, windows, strides, padding):
    """What MaxPool gives, for the gradients that want it."""
    out = np.zeros(sizes(x.shape, windows, strides, padding), x.dtype)
    before = [0, 0]
    for k in range(2):
        if padding == "SAME":
            before[k] = max(0, (out.shape[k + 1] - 1) * strides[k] + windows[k] - x.shape[k + 1]) // 2
        elif padding != "VALID":
            before[k] = padding[k][0]
    for i in range(out.shape[1]):
        for j in range(out.shape[2]):
            a, b = i * strides[0] - before[0], j * strides[1] - before[1]
            part = x[:, max(a, 0):max(a + windows[0], 0), max(b, 0):max(b + windows[1], 0)]
            out[:, i, j] = part.max((1, 2))
    return out


def values(shape, dtype):
    return floats(*shape, dtype=dtype) if dtype in FLOATS else ints(*shape, dtype=dtype)


def cases():
    for form in FORMS:
        images, windows, strides, padding = form
        by_inputs = [np.array(v, np.int32) for v in ([1, *windows, 1], [1, *strides, 1])]
        given = attrs(*form[1:])
        for dtype in TYPES:
            yield case("MaxPool", values(images, dtype), **given)
        if isinstance(padding, str):
            yield case("MaxPoolV2", values(images, np.float32), *by_inputs, padding=padding)
            yield case("MaxPoolV2", values(images, np.int32), *by_inputs, padding=padding)
        for dtype in TYPES + MORE:
            x = values(images, dtype)
            y = pool(x, *form[1:])
            dy, dx = values(y.shape, dtype), values(x.shape, dtype)
            yield case("MaxPoolGrad", x, y, dy, **given)
            if isinstance(padding, str):
                yield case("MaxPoolGradGrad", x, y, dx, **without(given, "explicit_paddings"))
                if dtype in (np.float32, np.int32):
                    yield case("MaxPoolGradV2", x, y, dy, *by_inputs, padding=padding)
                    yield case("MaxPoolGradGradV2", x, y, dx, *by_inputs, padding=padding)
    two = attrs((2, 2), (2, 2), "VALID")
    # Equal elements, NaN and infinities, for few and for many channels.
    for quad in [(1, 1, 1, 1), (nan, 1, 0, 2), (0, nan, nan, 1), (-inf, -inf, -inf, -inf), (inf, -inf, nan, 0),
                 (-0.0, 0.0, -1, -2), (nan, nan, nan, 1)]:
        for depth in [1, 3, 8, 16]:
            x = np.broadcast_to(np.array(quad, np.float32).reshape(1, 2, 2, 1), (1, 2, 2, depth))
            if not np.isnan(quad[0]):
                yield case("MaxPool", x, differs=LOWEST if quad == (-inf,) * 4 else None, **two)
            yield case("MaxPoolGrad", x, floats(1, 1, 1, depth), floats(1, 1, 1, depth), **two)
    # The maximum over channels.
    deep = dict(ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2], padding="VALID")
    yield case("MaxPool", floats(2, 2, 3, 4), **deep)
    yield case("MaxPool", ints(1, 2, 2, 6), ksize=[1, 1, 1, 3], strides=[1, 1, 1, 3], padding="SAME")
    yield case("MaxPool", floats(1, 2, 2, 4), ksize=[1, 1, 1, 2], strides=[1, 1, 1, 1], padding="VALID")
    yield case("MaxPool", floats(1, 2, 2, 4), ksize=[1, 1, 1, 3], strides=[1, 1, 1, 3], padding="VALID")
    yield case("MaxPool", floats(1, 2, 2, 4), ksize=[1, 2, 2, 2], strides=[1, 1, 1, 2], padding="VALID")
    # Empty ones, and what is refused.
    for images in [(0, 4, 4, 2), (1, 0, 4, 2), (1, 4, 4, 0), (4, 4, 2)]:
        yield case("MaxPool", floats(*images), **two)
    for change in [dict(ksize=[2, 2, 2, 1]), dict(strides=[2, 2, 2, 1]), dict(ksize=[1, 0, 2, 1]),
                   dict(ksize=[1, -1, 2, 1]), dict(ksize=[1, 5, 2, 1], strides=[1, 1, 1, 1]),
                   dict(ksize=[1, 6, 2, 1], strides=[1, 1, 1, 1]), dict(data_format="NCHW"),
                   dict(padding="EXPLICIT", explicit_paddings=[0, 0, 2, 2, 0, 0, 0, 0])]:
        yield case("MaxPool", floats(1, 4, 4, 2), **{**two, **change})
    for windows, strides in [((1, 2, 2), (1, 2, 2, 1)), ((1, 0, 2, 1), (1, 2, 2, 1)), ((1, 2, 2, 1), (1, 0, 2, 1)),
                             ((2, 2, 2, 1), (1, 1, 2, 1)), ((1, 1, 1, 2), (1, 1, 1, 2))]:
        yield case("MaxPoolV2", floats(1, 4, 4, 2), np.array(windows, np.int32), np.array(strides, np.int32),
                   padding="SAME", shapes=False)
    x, y = floats(1, 4, 4, 2), floats(1, 2, 2, 2)
    for op, last in [("MaxPoolGrad", y), ("MaxPoolGradGrad", x)]:
        yield case(op, x, y, floats(1, 2, 2, 1), **without(two, "explicit_paddings"))
        yield case(op, x, floats(1, 2, 3, 2), last, **without(two, "explicit_paddings"))
        yield case(op, x, floats(2, 2, 2), last, **without(two, "explicit_paddings"))
        yield case(op, floats(2, 2, 2), y, last, **without(two, "explicit_paddings"))
        for change in [dict(ksize=[1, 2, 2, 2]), dict(ksize=[2, 2, 2, 1]), dict(data_format="NCHW")]:
            yield case(op, x, y, last, **{**without(two, "explicit_paddings"), **change})


def gradients():
    for form in FORMS:
        images, windows, strides, padding = form
        x = floats(*images, dtype=np.float64)
        y = pool(x, *form[1:])
        yield gradient("MaxPool", x, **attrs(*form[1:]))
        if isinstance(padding, str):
            by_inputs = [np.array(v, np.int32) for v in ([1, *windows, 1], [1, *strides, 1])]
            given = without(attrs(*form[1:]), "explicit_paddings")
            yield gradient("MaxPoolV2", x, *by_inputs, padding=padding)
            yield gradient("MaxPoolGrad", x, y, floats(*y.shape, dtype=np.float64), numeric=False, **given)
            yield gradient("MaxPoolGradV2", x, y, floats(*y.shape, dtype=np.float64), *by_inputs, numeric=False,
                           padding=padding)
            yield gradient("MaxPoolGradGrad", x, y, floats(*x.shape, dtype=np.float64), numeric=False, **given)


def bench():
    for images in [(100, 28, 28, 32), (100, 14, 14, 64)]:
        form = (images, (2, 2), (2, 2), "SAME")
        x = floats(*images)
        y = pool(x, *form[1:])
        yield case("MaxPool", x, **attrs(*form[1:]))
        yield case("MaxPoolGrad", x, y, floats(*y.shape), **attrs(*form[1:]))
