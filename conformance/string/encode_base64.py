"""`EncodeBase64`."""
from harness import case, np, strings


def cases():
    for pad in [True, False]:
        yield case("EncodeBase64", np.array([bytes((31 * k + n) % 256 for k in range(n)) for n in range(20)], object), pad=pad)
        yield case("EncodeBase64", strings(b"\xff\xfe\xfd", b"\xfb\xff", b"\x00"), pad=pad)
        yield case("EncodeBase64", np.array(b"abc", object), pad=pad)
        yield case("EncodeBase64", np.zeros((0, 2), object), pad=pad)
