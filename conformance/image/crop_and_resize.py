"""`CropAndResize`, `CropAndResizeGradImage`, `CropAndResizeGradBoxes`."""
from harness import case, floats, gradient, ints, np

BOXES = np.array([[0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], [0.9, 0.8, 0.1, 0.2], [-0.5, -0.5, 1.5, 1.5], [0.5, 0.5, 0.5, 0.5], [2, 2, 3, 3]],
                 np.float32)
OWNERS = np.array([0, 1, 0, 1, 1, 0], np.int32)


def size(*sides):
    return np.array(sides, np.int32)


def cases():
    for crop in [(3, 3), (1, 1), (5, 2), (1, 4)]:
        for method in ["bilinear", "nearest"]:
            for outside in [0.0, -2.5]:
                for dtype in [np.float32, np.float64, np.float16]:
                    yield case("CropAndResize", floats(2, 4, 5, 3, dtype=dtype), BOXES, OWNERS, size(*crop), method=method,
                               extrapolation_value=outside)
            for dtype in [np.uint8, np.int8, np.int16, np.uint16, np.int32, np.int64]:
                yield case("CropAndResize", ints(2, 4, 5, 3, dtype=dtype), BOXES, OWNERS, size(*crop), method=method)
            for dtype in [np.float32, np.float64]:
                yield case("CropAndResizeGradImage", floats(6, *crop, 3), BOXES, OWNERS, size(2, 4, 5, 3), method=method, T=dtype, rtol=2e-5, atol=1e-5)
        for dtype in [np.float32, np.float64, np.uint8]:
            image = floats(2, 4, 5, 3, dtype=dtype) if dtype != np.uint8 else ints(2, 4, 5, 3, dtype=dtype)
            yield case("CropAndResizeGradBoxes", floats(6, *crop, 3), image, BOXES, OWNERS, rtol=1e-4, atol=1e-4)
    image = floats(2, 4, 5, 3)
    none = np.zeros((0, 4), np.float32), np.zeros((0,), np.int32)
    yield case("CropAndResize", image, *none, size(2, 2))
    for boxes, owners, crop in [(BOXES, OWNERS + 1, size(2, 2)), (BOXES, OWNERS - 1, size(2, 2)), (BOXES, OWNERS[:3], size(2, 2)),
                                (BOXES[:, :3], OWNERS, size(2, 2)), (BOXES, OWNERS, size(0, 2)), (BOXES, OWNERS, size(2)),
                                (BOXES[0], OWNERS, size(2, 2)), (BOXES, OWNERS, size(-1, 2))]:
        yield case("CropAndResize", image, boxes, owners, crop)
    yield case("CropAndResize", image[0], BOXES, OWNERS, size(2, 2))


def gradients():
    for crop in [(3, 3), (1, 1), (5, 2)]:
        for dtype in [np.float32, np.float64]:
            yield gradient("CropAndResize", floats(2, 4, 5, 3, dtype=dtype), BOXES, OWNERS, size(*crop), wrt=[0, 1], numeric=False, rtol=1e-4)
        yield gradient("CropAndResize", floats(2, 4, 5, 3), BOXES, OWNERS, size(*crop), wrt=[0], method="nearest", numeric=False, rtol=1e-4)
