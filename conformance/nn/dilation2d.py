"""`Dilation2D`, `Dilation2DBackpropInput`, `Dilation2DBackpropFilter`."""
from harness import FLOATS, INTS, case, floats, gradient, ints, nasty, np

# Images, filter, strides, rates, padding.
FORMS = [
    ((1, 4, 4, 2), (2, 2, 2), (1, 1), (1, 1), "VALID"),
    ((2, 5, 6, 3), (3, 3, 3), (1, 1), (1, 1), "SAME"),
    ((2, 7, 5, 2), (3, 2, 2), (2, 2), (1, 1), "SAME"),
    ((2, 7, 8, 1), (2, 3, 1), (2, 3), (1, 1), "VALID"),
    ((1, 7, 7, 2), (3, 3, 2), (1, 1), (2, 2), "VALID"),
    ((1, 6, 7, 2), (2, 3, 2), (1, 2), (2, 3), "SAME"),
    ((3, 4, 4, 5), (1, 1, 5), (1, 1), (1, 1), "VALID"),
    ((1, 3, 3, 1), (5, 5, 1), (1, 1), (1, 1), "SAME"),
]


def attrs(strides, rates, padding):
    return dict(strides=[1, *strides, 1], rates=[1, *rates, 1], padding=padding)


def output(images, filter, strides, rates, padding):
    out = []
    for k in range(2):
        extent = (filter[k] - 1) * rates[k] + 1
        out.append(-(-images[k + 1] // strides[k]) if padding == "SAME"
                   else (images[k + 1] - extent + strides[k]) // strides[k])
    return (images[0], *out, images[3])


def three(x, f, dy, **given):
    yield case("Dilation2D", x, f, **given)
    yield case("Dilation2DBackpropInput", x, f, dy, **given)
    yield case("Dilation2DBackpropFilter", x, f, dy, **given)


def cases():
    for form in FORMS:
        images, filter, *rest = form
        for dtype in FLOATS:
            # Whole numbers are added up exactly, in whatever order.
            dy = ints(*output(*form)).astype(dtype)
            yield from three(floats(*images, dtype=dtype), floats(*filter, dtype=dtype), dy, **attrs(*rest))
        for dtype in INTS:
            x, f, dy = (ints(*shape, dtype=dtype, low=0) for shape in (images, filter, output(*form)))
            yield from three(x, f, dy, **attrs(*rest))
    plain, same = attrs((1, 1), (1, 1), "VALID"), attrs((1, 1), (1, 1), "SAME")
    yield from three(nasty(np.float32, 1, 4, 4, 1), floats(2, 2, 1), floats(1, 3, 3, 1), **plain)
    for images, filter, out in [((0, 4, 4, 2), (2, 2, 2), (0, 3, 3, 2)), ((1, 4, 4, 0), (2, 2, 0), (1, 3, 3, 0)),
                                ((1, 4, 4, 2), (2, 2, 3), (1, 3, 3, 2)), ((1, 4, 4, 2), (6, 6, 2), (1, 3, 3, 2)),
                                ((4, 4, 2), (2, 2, 2), (3, 3, 2)), ((1, 4, 4, 2), (2, 2), (1, 3, 3, 2))]:
        yield from three(floats(*images), floats(*filter), floats(*out), **plain)
    x, f, dy = floats(1, 4, 4, 2), floats(2, 2, 2), floats(1, 3, 3, 2)
    for wrong in [(1, 3, 4, 2), (2, 3, 3, 2), (3, 3, 2)]:
        yield case("Dilation2DBackpropInput", x, f, floats(*wrong), **plain)
        yield case("Dilation2DBackpropFilter", x, f, floats(*wrong), **plain)
    for change in [dict(strides=[2, 1, 1, 1]), dict(strides=[1, 1, 1, 2]), dict(rates=[2, 1, 1, 1]),
                   dict(rates=[1, 1, 1, 2]), dict(rates=[1, 9, 1, 1])]:
        yield case("Dilation2D", x, f, **{**plain, **change})
    yield case("Dilation2D", floats(1, 0, 4, 2), f, **same)


def gradients():
    for images, filter, *rest in FORMS:
        yield gradient("Dilation2D", floats(*images, dtype=np.float64), floats(*filter, dtype=np.float64), **attrs(*rest))
