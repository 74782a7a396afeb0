"""`StringUpper`."""
from harness import case, np, strings

TEXTS = [strings(b"AbC", b"", b"12 x_Z"), np.array("\u00c0\u00c9x\u00e0\u00df\u0130\ufb01\u0149\u01c6\u0416\u0436\u03a3\u0391\u03a3".encode(), object),
         np.array([[b"Q"], [b"q"]], object), strings(b"\xffX\xc3", b"\x80a"), np.zeros((0, 3), object)]


def cases():
    for text in TEXTS:
        for encoding in ["", "utf-8", "latin-1", "UTF-8"]:
            yield case("StringUpper", text, encoding=encoding)
