"""`StringLength`."""
from harness import case, np, strings


def cases():
    for unit in ["BYTE", "UTF8_CHAR"]:
        yield case("StringLength", strings(b"", b"abc", "h\u00e9\u65e5\U0001f600".encode(), b"a\x80\x80b\xff\xc3\xa9"), unit=unit)
        yield case("StringLength", np.array(b"xy", object), unit=unit)
        yield case("StringLength", np.array([[b"xy", b"\xe9"]], object), unit=unit)
        yield case("StringLength", np.zeros((0, 2), object), unit=unit)
