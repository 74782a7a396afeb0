"""`AvgPool`, `AvgPoolGrad`."""
from harness import FLOATS, case, floats, gradient, nasty, np

FORMS = [((1, 4, 4, 2), (2, 2), (2, 2), "VALID"), ((2, 5, 7, 3), (2, 2), (2, 2), "SAME"),
         ((2, 5, 7, 3), (3, 3), (2, 2), "VALID"), ((1, 6, 6, 17), (3, 2), (1, 2), "SAME"),
         ((2, 4, 5, 1), (3, 3), (1, 1), "SAME"), ((1, 3, 3, 2), (2, 2), (3, 3), "VALID"),
         ((1, 4, 4, 2), (1, 1), (2, 2), "SAME"), ((1, 3, 3, 1), (5, 5), (1, 1), "SAME")]


def attrs(windows, strides, padding):
    return dict(ksize=[1, *windows, 1], strides=[1, *strides, 1], padding=padding)


def sizes(images, windows, strides, padding):
    out = [-(-images[k + 1] // strides[k]) if padding == "SAME" else (images[k + 1] - windows[k]) // strides[k] + 1
           for k in range(2)]
    return (images[0], *out, images[3])


def cases():
    for form in FORMS:
        images, *rest = form
        for dtype in FLOATS:
            yield case("AvgPool", floats(*images, dtype=dtype), **attrs(*rest))
            yield case("AvgPoolGrad", np.array(images, np.int32), floats(*sizes(*form), dtype=dtype), **attrs(*rest))
    two = attrs((2, 2), (2, 2), "VALID")
    yield case("AvgPool", nasty(np.float32, 1, 4, 4, 1), **two)
    for images in [(0, 4, 4, 2), (1, 0, 4, 2), (1, 4, 4, 0), (4, 4, 2)]:
        yield case("AvgPool", floats(*images), **two)
    for change in [dict(ksize=[2, 2, 2, 1]), dict(strides=[2, 2, 2, 1]), dict(ksize=[1, 0, 2, 1]),
                   dict(ksize=[1, 5, 2, 1], strides=[1, 1, 1, 1]), dict(ksize=[1, 6, 2, 1], strides=[1, 1, 1, 1]),
                   dict(data_format="NCHW"), dict(ksize=[1, 1, 1, 2], strides=[1, 1, 1, 2]),
                   dict(ksize=[1, 1, 1, 2], strides=[1, 1, 1, 1])]:
        yield case("AvgPool", floats(1, 4, 4, 2), **{**two, **change})
    dy = floats(1, 2, 2, 2)
    for given in [(4, 4, 2), (1, 4, -4, 2)]:
        yield case("AvgPoolGrad", np.array(given, np.int32), dy, **two)
    yield case("AvgPoolGrad", np.array([1, 4, 4, 2], np.int32), floats(2, 2, 2), **two)
    yield case("AvgPoolGrad", np.array([0, 4, 4, 2], np.int32), floats(0, 2, 2, 2), **two)
    yield case("AvgPoolGrad", np.array([1, 4, 4, 2], np.int32), dy, data_format="NCHW", **two)


def gradients():
    for form in FORMS:
        images, *rest = form
        yield gradient("AvgPool", floats(*images, dtype=np.float64), **attrs(*rest))
        yield gradient("AvgPoolGrad", np.array(images, np.int32), floats(*sizes(*form), dtype=np.float64),
                       **attrs(*rest))


def bench():
    yield case("AvgPool", floats(100, 28, 28, 32), **attrs((2, 2), (2, 2), "SAME"))
    yield case("AvgPoolGrad", np.array([100, 28, 28, 32], np.int32), floats(100, 14, 14, 32),
               **attrs((2, 2), (2, 2), "SAME"))
