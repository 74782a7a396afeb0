"""`EncodeJpeg`. Files differ in their bytes: their pixels are compared, within a tolerance."""
import importlib.util
import pathlib

from harness import case, np, tf, v1

spec = importlib.util.spec_from_file_location("images", pathlib.Path(__file__).with_name("decode_image.py"))
images = importlib.util.module_from_spec(spec)
spec.loader.exec_module(images)


def pixels(outputs):
    with tf.Graph().as_default(), v1.Session() as session:
        return [session.run(tf.image.decode_jpeg(outputs[0], dct_method="INTEGER_ACCURATE")).astype(np.float32)]


def cases():
    for size in [(16, 24), (33, 17), (8, 8), (1, 1)]:
        for channels in [1, 3]:
            picture = images.smooth(*size, channels)
            for attrs in [dict(), dict(progressive=True), dict(optimize_size=True), dict(chroma_downsampling=False), dict(quality=100),
                          dict(format="grayscale"), dict(format="rgb"), dict(density_unit="cm", x_density=10)]:
                yield case("EncodeJpeg", picture, read=pixels, atol=24.0, **attrs)
    picture = images.smooth(8, 8, 3)
    for quality in [-1, 101]:
        yield case("EncodeJpeg", picture, quality=quality, read=pixels)
    yield case("EncodeJpeg", images.smooth(8, 8, 2), read=pixels)
    yield case("EncodeJpeg", picture[0], read=pixels)
