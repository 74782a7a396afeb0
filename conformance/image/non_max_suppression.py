"""`NonMaxSuppression` and its versions."""
from harness import case, np, rng


def cases():
    corners = rng.rand(20, 2).astype(np.float32)
    boxes = np.concatenate([corners, corners + rng.rand(20, 2).astype(np.float32) * 0.6], 1)
    boxes[3] = boxes[3, [2, 3, 0, 1]]
    scores = rng.rand(20).astype(np.float32)
    for limit in [0, 1, 5, 30]:
        for overlap in [0.0, 0.3, 0.5, 1.0]:
            yield case("NonMaxSuppression", boxes, scores, np.int32(limit), iou_threshold=overlap)
            for dtype in [np.float32, np.float16]:
                inputs = boxes.astype(dtype), scores.astype(dtype), np.int32(limit)
                yield case("NonMaxSuppressionV2", *inputs, dtype(overlap))
                for least in [0.0, 0.5, 2.0]:
                    yield case("NonMaxSuppressionV3", *inputs, dtype(overlap), dtype(least))
                    for pad in [False, True]:
                        yield case("NonMaxSuppressionV4", *inputs, dtype(overlap), dtype(least), pad_to_max_output_size=pad)
    same = np.tile(np.array([[0, 0, 1, 1]], np.float32), (4, 1))
    yield case("NonMaxSuppressionV3", same, np.array([0.5, 0.9, 0.9, 0.1], np.float32), np.int32(4), np.float32(0.5), np.float32(0))
    yield case("NonMaxSuppressionV3", np.zeros((0, 4), np.float32), np.zeros((0,), np.float32), np.int32(4), np.float32(0.5), np.float32(0))
    for inputs in [(boxes, scores[:5], np.int32(3), np.float32(0.5)), (boxes[:, :3], scores, np.int32(3), np.float32(0.5)),
                   (boxes, scores, np.int32(3), np.float32(1.5)), (boxes, scores, np.int32(3), np.float32(-0.5)),
                   (boxes, scores, np.array([3], np.int32), np.float32(0.5)), (boxes, scores, np.int32(-1), np.float32(0.5))]:
        yield case("NonMaxSuppressionV2", *inputs)
