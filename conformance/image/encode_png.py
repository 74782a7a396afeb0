"""`EncodePng`. Files may be packed differently: their pixels are compared."""
from harness import case, ints, np, tf, v1


def decoded(dtype):
    def pixels(outputs):
        with tf.Graph().as_default(), v1.Session() as session:
            files = np.asarray(outputs[0], object).ravel()
            return [np.array(np.shape(outputs[0]))] + [session.run(tf.image.decode_png(data, dtype=dtype)) for data in files]

    return pixels


def cases():
    for dtype in [np.uint8, np.uint16]:
        for shape in [(5, 7, 1), (5, 7, 2), (5, 7, 3), (5, 7, 4), (1, 1, 3), (40, 30, 3), (2, 4, 4, 3), (2, 2, 3, 3, 1)]:
            for compression in [-1, 0, 1, 6, 9]:
                yield case("EncodePng", ints(*shape, dtype=dtype, low=0, high=np.iinfo(dtype).max), compression=compression, read=decoded(dtype))
        for shape in [(5, 7, 5), (5, 7), (0, 7, 3), (5, 0, 3), (5, 7, 0)]:
            yield case("EncodePng", ints(*shape, dtype=dtype), read=decoded(dtype))
        for compression in [-2, 10]:
            yield case("EncodePng", ints(5, 7, 3, dtype=dtype), compression=compression, read=decoded(dtype))
