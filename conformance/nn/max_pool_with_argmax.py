"""`MaxPoolWithArgmax`, `MaxPoolGradWithArgmax`."""
import tensorflow as tf

from harness import FLOATS, INTS, case, floats, gradient, ints, nan, np

FORMS = [((2, 4, 4, 2), (2, 2), (2, 2), "VALID"), ((2, 5, 7, 3), (3, 2), (2, 1), "SAME"),
         ((1, 3, 3, 9), (2, 2), (1, 1), "SAME"), ((2, 5, 5, 1), (3, 3), (2, 2), "VALID")]


def attrs(windows, strides, padding, of_batch=False):
    return dict(ksize=[1, *windows, 1], strides=[1, *strides, 1], padding=padding, include_batch_in_index=of_batch)


def sizes(images, windows, strides, padding):
    out = [-(-images[k + 1] // strides[k]) if padding == "SAME" else (images[k + 1] - windows[k]) // strides[k] + 1
           for k in range(2)]
    return (images[0], *out, images[3])


def cases():
    for form in FORMS:
        images, *rest = form
        for of_batch in [False, True]:
            for dtype in FLOATS + INTS:
                x = floats(*images, dtype=dtype) if dtype in FLOATS else ints(*images, dtype=dtype)
                yield case("MaxPoolWithArgmax", x, **attrs(*rest, of_batch))
            yield case("MaxPoolWithArgmax", floats(*images), Targmax=tf.int32, **attrs(*rest, of_batch))
            out = sizes(*form)
            one = int(np.prod(images[1:]))
            for dtype in [np.float32, np.float64, np.int32, np.float16]:
                places = ints(*out, dtype=np.int64, low=0, high=one)
                if of_batch:
                    places = places + (np.arange(images[0]) * one).reshape(-1, 1, 1, 1)
                dy = floats(*out).astype(dtype) if dtype != np.int32 else ints(*out)
                x = floats(*images).astype(dtype)
                yield case("MaxPoolGradWithArgmax", x, dy, places, **attrs(*rest, of_batch))
    two = attrs((2, 2), (2, 2), "VALID")
    for quad in [(nan, 1, nan, 2), (0, nan, nan, 2), (3, 3, 3, 3)]:
        yield case("MaxPoolWithArgmax", np.array(quad, np.float32).reshape(1, 2, 2, 1), **two)
    for images in [(4, 4, 2), (0, 4, 4, 2), (1, 4, 4, 0)]:
        yield case("MaxPoolWithArgmax", floats(*images), **two)
    yield case("MaxPoolWithArgmax", floats(1, 4, 4, 2), ksize=[1, 2, 2, 2], strides=[1, 2, 2, 2], padding="VALID")
    yield case("MaxPoolWithArgmax", floats(1, 4, 4, 2), ksize=[2, 2, 2, 1], strides=[1, 2, 2, 1], padding="VALID")
    places = np.zeros((2, 2, 2, 2), np.int64)
    yield case("MaxPoolGradWithArgmax", floats(2, 4, 4, 2), floats(2, 2, 2, 1), places, **two)
    yield case("MaxPoolGradWithArgmax", floats(2, 4, 4, 2), floats(2, 2, 2, 2), places[:1], **two)
    yield case("MaxPoolGradWithArgmax", floats(2, 2, 2), floats(2, 2, 2, 2), places, **two)


def gradients():
    for form in FORMS:
        images, *rest = form
        yield gradient("MaxPoolWithArgmax", floats(*images, dtype=np.float64), outputs=[0], **attrs(*rest))
