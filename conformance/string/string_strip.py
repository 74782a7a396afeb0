"""`StringStrip`."""
from harness import case, np, strings


def cases():
    yield case("StringStrip", strings(b"  a b \t\n\x0b\x0c\r", b"\xa0x", b"", b"\x00 a\x00", b"   ", b"x", "\u2003x".encode()))
    yield case("StringStrip", np.array(b" x ", object))
    yield case("StringStrip", np.array([[b" x "], [b"\ny"]], object))
    yield case("StringStrip", np.zeros((0,), object))
