"""`Cast`."""
from elementwise import COMPLEX, FLOATS, INTS, SHAPES, nasty, values
from harness import bf16, case, extreme_ints, floats, gradient, np, strings


TYPES = FLOATS + INTS + COMPLEX + [np.bool_]


def cases():
    for source in TYPES:
        for target in TYPES:
            yield case("Cast", values((2, 3), source, 0, 9), DstT=target)
            if np.dtype(source).kind in "iu":
                yield case("Cast", extreme_ints(source), DstT=target)
            if np.dtype(source).kind in "fc" or source == bf16:
                yield case("Cast", values((5,), source, 0, 100), DstT=target)
                if target in FLOATS + COMPLEX + [np.bool_]:
                    yield case("Cast", nasty(np.float32).astype(source), DstT=target)
    for target in [np.float32, np.int32, np.int64]:
        yield case("Cast", strings("1", "2"), DstT=target)
    for source, target in [(np.float32, bf16), (np.float32, np.float16), (np.float64, np.float32), (np.float64, bf16), (np.float64, np.float16)]:
        yield case("Cast", floats(20, dtype=source), DstT=target, Truncate=True)
    for shape in SHAPES:
        yield case("Cast", floats(*shape), DstT=np.float64)


def gradients():
    yield gradient("Cast", floats(2, 3, dtype=np.float64), DstT=np.float32, numeric=False)
    yield gradient("Cast", floats(2, 3), DstT=np.float64, numeric=False)


def bench():
    for source, target in [(np.uint8, np.float32), (np.int64, np.float32), (np.float32, np.int32), (np.bool_, np.float32)]:
        yield case("Cast", values((100, 784), source, 0, 9), DstT=target)
