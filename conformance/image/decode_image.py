"""`DecodePng`, `DecodeJpeg`, `DecodeImage`.

TensorFlow's JPEG decoder uses a fast cosine transform that is off by a few steps of 255 here and there; ours is nearer to the
exact one. So pixels of JPEG files are compared as floats, within a tolerance.
"""
import struct
import zlib

from harness import case, ints, np, rng, strings, tf, v1


def run(tensor):
    with v1.Session() as session:
        return session.run(tensor)


def png(pixels):
    with tf.Graph().as_default():
        return run(tf.raw_ops.EncodePng(image=tf.constant(pixels), compression=-1))


def smooth(height, width, channels):
    """A picture without noise, as cameras make them."""
    y, x = np.mgrid[0:height, 0:width]
    waves = [128 + 100 * np.sin(x / (5.0 + c) + c) * np.cos(y / (7.0 - c)) for c in range(channels)]
    return np.stack(waves, -1).astype(np.uint8)


def jpeg(pixels, **attrs):
    settings = dict(format="", quality=95, progressive=False, optimize_size=False, chroma_downsampling=True, density_unit="in",
                    x_density=300, y_density=300, xmp_metadata="")
    with tf.Graph().as_default():
        return run(tf.raw_ops.EncodeJpeg(image=tf.constant(pixels), **{**settings, **attrs}))


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def by_hand(width, height, depth, color, rows, *more):
    """A PNG of a kind that TensorFlow reads but does not write."""
    data = b"".join(b"\0" + row for row in rows)
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + b"".join(more) + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b"")


def floats_of(outputs):
    return [x.astype(np.float32) for x in outputs]


def file(data):
    return np.array(data, object)


def cases():
    files = [png(ints(5, 7, c, dtype=d, low=0, high=np.iinfo(d).max)) for c in [1, 2, 3, 4] for d in [np.uint8, np.uint16]]
    palette = chunk(b"PLTE", bytes(rng.randint(0, 255, 12).tolist()))
    files += [
        by_hand(4, 2, 2, 3, [b"\x1b", b"\xe4"], palette),
        by_hand(4, 2, 2, 3, [b"\x1b", b"\xe4"], palette, chunk(b"tRNS", b"\x00\x80\xff")),
        by_hand(4, 2, 8, 3, [b"\0\1\2\3", b"\3\2\1\0"], palette),
        by_hand(8, 2, 1, 0, [b"\xa5", b"\x0f"]),
        by_hand(4, 2, 2, 0, [b"\x1b", b"\xe4"]),
        by_hand(2, 2, 4, 0, [b"\x1b", b"\xe4"]),
        by_hand(2, 1, 8, 0, [b"\x10\x20"], chunk(b"tRNS", b"\x00\x10")),
        by_hand(2, 1, 8, 2, [b"\x10\x20\x30\x40\x50\x60"], chunk(b"tRNS", b"\x00\x10\x00\x20\x00\x30")),
    ]
    for data in files:
        for channels in [0, 1, 3, 4]:
            for dtype in [tf.uint8, tf.uint16]:
                yield case("DecodePng", file(data), channels=channels, dtype=dtype)
            yield case("DecodeImage", file(data), channels=channels, dtype=tf.float32)
        yield case("DecodeImage", file(data))
    whole = files[4]
    for bad in [b"", b"nonsense", whole[:40], whole[:-20], whole[:8], whole.replace(b"IDAT", b"IDAx")]:
        yield case("DecodePng", file(bad))
    yield case("DecodePng", strings(whole))
    yield case("DecodePng", file(whole), channels=2)

    photographs = [jpeg(smooth(16, 24, 3)), jpeg(smooth(33, 17, 3)), jpeg(smooth(8, 8, 1)), jpeg(smooth(33, 17, 3), progressive=True),
                   jpeg(smooth(20, 30, 3), chroma_downsampling=False), jpeg(smooth(20, 30, 3), quality=50), jpeg(smooth(1, 1, 3)),
                   jpeg(smooth(20, 30, 3), optimize_size=True)]
    for data in photographs:
        for channels in [0, 1, 3]:
            for method in ["", "INTEGER_ACCURATE"]:
                yield case("DecodeJpeg", file(data), channels=channels, dct_method=method, read=floats_of, atol=9.0)
            yield case("DecodePng", file(data), channels=channels, read=floats_of, atol=9.0)
            yield case("DecodeImage", file(data), channels=channels, dtype=tf.float32, atol=9 / 255)
            yield case("DecodeImage", file(data), channels=channels, read=floats_of, atol=9.0)
    whole = photographs[1]
    for bad in [whole[:30], whole[:-40], b"\xff\xd8\xff" + b"x" * 20]:
        yield case("DecodeJpeg", file(bad))
    yield case("DecodeJpeg", file(whole), channels=4)
    yield case("DecodeJpeg", file(whole), ratio=3)
    yield case("DecodeJpeg", file(whole), dct_method="SLOW")
    yield case("DecodeJpeg", file(files[4]), channels=3)
