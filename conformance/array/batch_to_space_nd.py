"""`BatchToSpaceND`."""
from harness import FLOATS, INTS, floats, gradient, np, scenario, some, tf, v1

SPECS = [((8, 2, 2, 3), [2, 2], [[0, 0], [0, 0]]), ((2, 2, 4), [2], [[1, 0]]), ((12, 2, 2, 1), [2, 3], [[1, 0], [0, 1]]), ((3, 4), [1], [[0, 0]]), ((2, 4), [], np.zeros([0, 2])),
         ((4, 2, 2, 2, 2), [2, 1, 2], [[0, 0], [1, 0], [1, 1]])]



def known(*inputs):
    """A node whose inputs have known shapes: without them TensorFlow refuses to make it."""
    def steps():
        places = [v1.placeholder(tf.as_dtype(x.dtype), x.shape) for x in inputs]
        names = ["input", "block_shape", "crops"]
        return [([tf.raw_ops.BatchToSpaceND(**dict(zip(names, places)))], dict(zip(places, inputs)))]

    text = f"{inputs[0].dtype}{list(inputs[0].shape)}, {inputs[1].tolist()}, {inputs[2].tolist()}"
    return scenario(f"BatchToSpaceND({text})", steps)


def cases():
    for dtype in FLOATS + INTS:
        yield known(some(dtype, 4, 2, 2, 2), np.array([2, 2], np.int32), np.array([[0, 0], [1, 1]], np.int32))
    for shape, block, crops in SPECS + [((3, 3), [2], [[0, 0]]), ((2, 4), [0], [[0, 0]]), ((2, 4), [2], [[-1, 1]]), ((2, 2), [2], [[3, 3]]), ((2, 2), [2], [[2, 2]])]:
        for kind in [np.int32, np.int64]:
            yield known(floats(*shape), np.array(block, kind), np.array(crops, kind))


def gradients():
    for shape, block, crops in SPECS[:3]:
        yield gradient("BatchToSpaceND", floats(*shape, dtype=np.float64), np.array(block, np.int32), np.array(crops, np.int32))
