"""The ops on lists of tensors."""
from harness import chain, floats, np, scenario, tf, v1

raw = tf.raw_ops
ANY = np.int32(-1)
SCALAR = np.zeros(0, np.int32)
VALUES = floats(3, 2)


def loose(value, dtype=tf.int32):
    return v1.placeholder_with_default(tf.constant(value, dtype), None)


def hidden(handle):
    """A list of which the shape functions know nothing, so that kernels answer."""
    return v1.placeholder_with_default(handle, [])


def empty(shape=ANY, limit=-1, dtype=tf.float32):
    return raw.EmptyTensorList(element_shape=shape, max_num_elements=limit, element_dtype=dtype)


def reserve(n, shape=ANY, dtype=tf.float32):
    return raw.TensorListReserve(element_shape=shape, num_elements=n, element_dtype=dtype)


def push(handle, value):
    return raw.TensorListPushBack(input_handle=handle, tensor=value)


def pop(handle, shape=ANY, dtype=tf.float32):
    return raw.TensorListPopBack(input_handle=handle, element_shape=shape, element_dtype=dtype)


def from_tensor(value, shape=ANY):
    return raw.TensorListFromTensor(tensor=value, element_shape=shape)


def stack(handle, shape=ANY, dtype=tf.float32, **attrs):
    return raw.TensorListStack(input_handle=handle, element_shape=shape, element_dtype=dtype, **attrs)


def get(handle, index, shape=ANY, dtype=tf.float32):
    return raw.TensorListGetItem(input_handle=handle, index=index, element_shape=shape, element_dtype=dtype)


def put(handle, index, value, **attrs):
    return raw.TensorListSetItem(input_handle=handle, index=index, item=value, **attrs)


def length(handle):
    return raw.TensorListLength(input_handle=handle)


def gather(handle, indices, shape=ANY, dtype=tf.float32):
    return raw.TensorListGather(input_handle=handle, indices=indices, element_shape=shape, element_dtype=dtype)


def scatter(value, indices, n, shape=ANY):
    return raw.TensorListScatterV2(tensor=value, indices=indices, element_shape=shape, num_elements=n)


def split(value, lengths, shape=ANY):
    return raw.TensorListSplit(tensor=value, element_shape=shape, lengths=tf.constant(lengths, tf.int64))


def concat(handle, shape=ANY, leading=(), dtype=tf.float32):
    return list(raw.TensorListConcatV2(input_handle=handle, element_shape=shape, element_dtype=dtype,
                                       leading_dims=tf.constant(leading, tf.int64)))


def pushed():
    one = push(empty(), [1., 2.])
    two = push(one, [3., 4.])
    rest, last = pop(two)
    return [length(empty()), length(one), length(two), last, stack(rest), stack(two), [stack(one), stack(two)],
            pop(empty())[1], stack(push(empty(limit=1), 1.)), stack(push(push(empty(limit=1), 1.), 2.)),
            length(push(empty(limit=0), 1.))]


def push_refused():
    return [length(push(empty([2]), loose([1., 2., 3.], tf.float32))), length(push(empty([2]), loose(1., tf.float32))),
            length(push(empty([-1, 2]), loose([[1., 2.]], tf.float32))),
            length(push(hidden(empty(dtype=tf.int32)), 1.)), length(empty(loose(3))), length(empty(loose([-2]))),
            length(empty(loose([[1]]))), length(empty(limit=loose([1]))), pop(hidden(push(empty(), 1.)), dtype=tf.int32)[1]]


def reserved():
    handle = reserve(3, [2])
    return [length(handle), stack(handle), get(handle, 1), length(reserve(loose(-1))), length(reserve(0)), stack(reserve(0, [2])),
            stack(reserve(0)), get(reserve(2), 0), get(reserve(2), 0, [3]), stack(reserve(2), [3]), stack(reserve(2)),
            pop(handle)[1], pop(reserve(1))[1], pop(reserve(1), [4])[1], length(reserve(loose([2]))),
            get(put(reserve(2), 0, [7., 8.]), 1), pop(put(reserve(2), 0, [7., 8.]))[1], stack(put(reserve(2), 0, [7., 8.]))]


def items():
    handle = hidden(from_tensor(tf.constant([[1., 2.], [3., 4.]])))
    return [get(handle, 0), get(handle, 1), get(handle, loose(2)), get(handle, loose(-1)), get(handle, loose([0])),
            get(handle, 0, dtype=tf.int32), stack(put(handle, 0, [9., 9.])), stack(put(handle, loose(2), [9., 9.])),
            length(put(handle, loose(4), [9., 9.], resize_if_index_out_of_bounds=True)),
            [stack(handle), stack(put(handle, 0, [9., 9.]))], length(put(reserve(2, [2]), 0, loose(1., tf.float32))),
            get(handle, 0, [3]), stack(handle, [3]), stack(handle, [2]), stack(handle, [-1])]


def stacked():
    handle = hidden(from_tensor(VALUES))
    return [stack(handle, num_elements=3), stack(handle, num_elements=2), stack(handle, dtype=tf.int32),
            stack(push(push(empty(), [1.]), [1., 2.])), stack(empty()), stack(empty([2])), stack(empty(), [2]),
            stack(push(empty(), tf.zeros([0, 2])))]


def from_tensors():
    return [length(from_tensor(loose(1., tf.float32))), length(from_tensor(np.zeros((0, 2), np.float32))),
            length(from_tensor(np.zeros((2, 3), np.float32), loose([2]))), stack(from_tensor(np.ones((2, 3), np.float32), [-1])),
            stack(from_tensor(np.zeros((0, 2), np.float32))), stack(from_tensor(np.zeros((0, 2), np.float32), [2]))]


def shapes():
    def shape(handle, dtype=tf.int32):
        return raw.TensorListElementShape(input_handle=handle, shape_type=dtype)

    return [shape(empty()), shape(empty(SCALAR)), shape(empty([2, -1])), shape(empty([2, -1]), tf.int64), shape(empty(), tf.int64),
            shape(from_tensor(floats(2, 3))), shape(reserve(2, tf.constant([4], tf.int64)))]


def gathered():
    handle = from_tensor(tf.constant([[1., 2.], [3., 4.], [5., 6.]]))
    handle = hidden(handle)
    return [gather(handle, [2, 0]), gather(handle, [1, 1, 1]), gather(handle, loose([3])), gather(handle, loose([-1])),
            gather(handle, loose([], tf.int32)), gather(handle, loose([], tf.int32), [2]), gather(reserve(2), [0]),
            gather(reserve(2, [2]), [0, 1]), gather(put(reserve(2), 0, 5.), [0, 1]), gather(put(reserve(2), 0, 5.), [1]),
            gather(handle, [0], [3]), gather(handle, [0], dtype=tf.int32)]


def scattered():
    value = tf.constant([[1., 2.], [3., 4.]])
    existing = from_tensor(tf.constant([[9., 9.], [8., 8.]]))

    def into(indices):
        return raw.TensorListScatterIntoExistingList(input_handle=existing, tensor=value, indices=indices)

    return [stack(scatter(value, [2, 0], -1), [2]), length(scatter(value, [2, 0], -1)), length(scatter(value, [2, 0], 5)),
            length(scatter(value, [2, 0], 2)), length(scatter(value, loose([0]), -1)), length(scatter(value, loose([-1, 0]), -1)),
            length(scatter(value, [0, 1], loose(-2))), length(scatter(loose(1., tf.float32), [0], -1)),
            length(scatter(value, [0, 1], -1, loose([3]))), length(scatter(np.zeros((0, 2), np.float32), loose([], tf.int32), -1)),
            stack(scatter(value, [1, 1], -1), [2]), stack(into([1, 0])), length(into([5, 0])), length(into(loose([0]))),
            [stack(existing), stack(into([0, 1]))],
            length(raw.TensorListScatter(tensor=value, indices=[3, 1], element_shape=ANY))]


def pieces():
    value = tf.constant([[1., 2.], [3., 4.], [5., 6.]])
    return [get(split(value, [1, 2]), 1), length(split(value, [1, 2])), length(split(value, [1, 1])), length(split(value, [2, 2])),
            length(split(value, [4, -1])), length(split(loose(1., tf.float32), [1])), get(split(value, [0, 3]), 0),
            length(split(value, [1, 2], loose([-1, 2]))), length(split(value, [1, 2], loose([-1, 3]))),
            length(split(value, [1, 2], loose([], tf.int32))), length(split(value, [1, 2], loose([2, 2]))),
            concat(split(value, [1, 2])), concat(split(value, [0, 3])), concat(empty()), concat(empty([2, 3])),
            concat(empty(), [-1, 3]), concat(push(empty(), 1.)), concat(push(push(empty(), [[1.]]), [[1., 2.]])),
            concat(reserve(2)), concat(reserve(2), [-1, 2], [1, 2]), concat(reserve(2), [-1, 2], [1]), concat(reserve(2), [3, 2]),
            concat(put(reserve(2), 0, [1., 2.]), leading=[0, 3]), concat(hidden(push(empty(), [1.])), [-1, 2]),
            list(raw.TensorListConcat(input_handle=split(value, [1, 2]), element_dtype=tf.float32)),
            concat(hidden(split(value, [1, 2])), dtype=tf.int32), concat(empty(SCALAR))]


def resized():
    handle = from_tensor(tf.constant([1., 2., 3.]), SCALAR)

    def resize(n):
        return raw.TensorListResize(input_handle=handle, size=n)

    return [stack(resize(2)), stack(resize(5)), length(resize(0)), length(resize(loose(-1))), [stack(handle), stack(resize(1))]]


def of_several():
    both = raw.TensorListConcatLists(input_a=push(empty(), 1.), input_b=push(push(empty(), 2.), 3.), element_dtype=tf.float32)
    wrong = raw.TensorListConcatLists(input_a=push(empty(), 1.), input_b=hidden(empty(dtype=tf.int32)), element_dtype=tf.float32)
    narrow = raw.TensorListConcatLists(input_a=hidden(empty([2])), input_b=hidden(empty([3])), element_dtype=tf.float32)
    handles = tf.stack([push(empty(), 1.), empty()])
    batch = raw.TensorListPushBackBatch(input_handles=handles, tensor=[5., 6.])
    return [stack(both), length(wrong), length(narrow), stack(batch[0]), stack(batch[1]),
            length(raw.TensorListPushBackBatch(input_handles=handles, tensor=loose([5.], tf.float32))[0])]


def zeros_and_sums():
    a, b = from_tensor(tf.constant([1., 2.])), from_tensor(tf.constant([10., 20.]))
    half = put(reserve(2), 0, 5.)
    return [stack(tf.zeros_like(a)), stack(raw.AddN(inputs=[a, b, b])), stack(raw.AddN(inputs=[half, b])),
            stack(raw.AddN(inputs=[b, half])), length(raw.AddN(inputs=[a, empty()])), length(raw.AddN(inputs=[a, hidden(empty(dtype=tf.int32))])),
            [stack(a), stack(raw.AddN(inputs=[a, b]))], get(tf.zeros_like(half), 1), stack(raw.AddN(inputs=[a]))]


def nested():
    inner = push(push(empty(), 1.), 2.)
    outer = push(empty(dtype=tf.variant), inner)
    rest, again = pop(push(outer, empty()), dtype=tf.variant)
    return [length(outer), stack(get(outer, 0, dtype=tf.variant)), length(again), length(rest)]


def cases():
    for build in [pushed, push_refused, reserved, items, stacked, from_tensors, shapes, gathered, scattered, pieces, resized,
                  of_several, zeros_and_sums, nested]:
        yield scenario(f"TensorList: {build.__name__}", build)
    for dtype in [tf.float64, tf.float16, tf.bfloat16, tf.int32, tf.int64, tf.uint8, tf.int8, tf.bool, tf.complex64, tf.string]:
        def typed(dtype=dtype):
            value = tf.constant(["a", "bc", ""]) if dtype == tf.string else tf.cast([0, 1, 2], dtype)
            handle = raw.TensorListFromTensor(tensor=value, element_shape=tf.constant([], tf.int32))
            part = raw.TensorListSplit(tensor=value, element_shape=ANY, lengths=tf.constant([2, 1], tf.int64))
            return [stack(handle, dtype=dtype), gather(handle, [2, 0], dtype=dtype), concat(part, dtype=dtype),
                    stack(reserve(2, [2], dtype), dtype=dtype)]
        yield scenario(f"TensorList of {dtype.name}", typed)


def gradients():
    def f64(handle, shape=ANY):
        return stack(handle, shape, tf.float64)

    def back(handle):
        rest, last = pop(handle, dtype=tf.float64)
        return f64(rest, [2]), last

    x, y, m = floats(2, dtype=np.float64), floats(2, dtype=np.float64), floats(3, 2, dtype=np.float64)
    none = dict(shape=[2], dtype=tf.float64)
    yield chain("TensorListPushBack", lambda x, y: [f64(push(push(empty(**none), x), y))], x, y)
    yield chain("TensorListPopBack", lambda x, y: list(back(push(push(empty(**none), x), y))), x, y)
    yield chain("TensorListPopBack, of which the list is not used",
                lambda x, y: [pop(push(push(empty(**none), x), y), dtype=tf.float64)[1]], x, y)
    yield chain("TensorListFromTensor", lambda m: [f64(from_tensor(m, [2]))], m)
    yield chain("TensorListGetItem", lambda m: [get(from_tensor(m, [2]), 1, dtype=tf.float64),
                                                get(from_tensor(m, [2]), 0, dtype=tf.float64)], m)
    yield chain("TensorListGetItem, twice from one list",
                lambda m: [get(h := from_tensor(m, [2]), 1, dtype=tf.float64), get(h, 2, dtype=tf.float64)], m)
    yield chain("TensorListSetItem", lambda m, x: [f64(put(from_tensor(m, [2]), 1, x), [2])], m, x)
    yield chain("TensorListSetItem beyond the end", lambda m, x: [
        f64(put(from_tensor(m, [2]), 4, x, resize_if_index_out_of_bounds=True), [2])], m, x)
    yield chain("TensorListResize", lambda m: [f64(raw.TensorListResize(input_handle=from_tensor(m, [2]), size=2), [2])], m)
    yield chain("TensorListGather", lambda m: [gather(from_tensor(m, [2]), [2, 0], dtype=tf.float64)], m)
    yield chain("TensorListScatterV2", lambda m: [f64(scatter(m, [3, 0, 1], 5, [2]), [2])], m)
    yield chain("TensorListScatterIntoExistingList", lambda m, n: [f64(raw.TensorListScatterIntoExistingList(
        input_handle=from_tensor(m, [2]), tensor=n, indices=[2, 1]), [2])], m, m[:2])
    yield chain("TensorListSplit, TensorListConcatV2",
                lambda m: [concat(split(m, [1, 2], [-1, 2]), dtype=tf.float64)[0]], m)
    yield chain("TensorListSplit", lambda m: [get(split(m, [1, 2], [-1, 2]), 1, dtype=tf.float64),
                                              get(split(m, [1, 2], [-1, 2]), 0, dtype=tf.float64)], m)
