"""`ImageSummary`. Files may be packed differently: their pixels are compared."""
from harness import case, floats, inf, ints, nan, np, tf, v1


def pixels(outputs):
    """Everything of the summary, with the images' pixels for their files."""
    found = []
    for value in v1.Summary.FromString(outputs[0]).value:
        found += [np.array([value.tag.encode()], object), np.array([value.image.height, value.image.width, value.image.colorspace])]
        with tf.Graph().as_default(), v1.Session() as session:
            found.append(session.run(tf.image.decode_png(value.image.encoded_image_string)))
    return found


def image(tag, tensor, **attrs):
    return case("ImageSummary", np.array(tag, object), tensor, read=pixels, **attrs)


def cases():
    for channels in [1, 3, 4]:
        for dtype in [np.float32, np.float64, np.float16]:
            yield image(b"x", floats(2, 3, 4, channels, dtype=dtype))
            yield image(b"x", np.abs(floats(2, 3, 4, channels, dtype=dtype)))
            yield image(b"x", np.zeros((1, 2, 2, channels), dtype))
            yield image(b"x", floats(1, 2, 2, channels, dtype=dtype) * 1000)
            for odd in [nan, inf, -inf]:
                values = floats(1, 2, 3, channels, dtype=dtype)
                values[0, 1, 1, 0] = odd
                yield image(b"x", values)
        yield image(b"x", ints(2, 3, 4, channels, dtype=np.uint8, low=0, high=255))
        for count in [1, 2, 5]:
            yield image(b"a/b", ints(3, 2, 2, channels, dtype=np.uint8, low=0, high=255), max_images=count)
    yield image(b"x", np.full((1, 2, 2, 3), nan, np.float32))
    yield image(b"x", np.full((1, 2, 2, 3), -1.0, np.float32))
    yield image(b"x", np.full((1, 2, 2, 3), 1e-7, np.float32))
    bad = np.full((1, 2, 2, 1), nan, np.float32)
    yield image(b"x", bad, bad_color=tf.make_tensor_proto(np.array([7], np.uint8)))
    yield image(b"x", np.full((1, 2, 2, 3), nan, np.float32), bad_color=tf.make_tensor_proto(np.array([7], np.uint8)))
    yield image(b"x", ints(1, 40, 50, 3, dtype=np.uint8, low=0, high=255))
    yield image(b"x", floats(2, 3, 4, 2))
    yield image(b"x", floats(3, 4, 3))
    yield image([b"x"], floats(1, 3, 4, 3))
