"""`StringSplit`, `StringSplitV2`."""
from harness import case, np, strings

TEXTS = [strings(b"abc def  gh", b"", b"  x ", b"a,b,,c"), strings(b"  a  b  c  "), strings(b"a\tb\nc\x0bd\x0ce\rf"),
         strings(b"a,b,c,,"), strings(b","), np.zeros((0,), object), strings(b"\xff\xfe \xfd")]


def cases():
    for text in TEXTS:
        for delimiter in [b" ", b"", b",", b" ,", b"abc"]:
            for skip_empty in [True, False]:
                yield case("StringSplit", text, np.array(delimiter, object), skip_empty=skip_empty)
        for sep in [b" ", b"", b",", b"ab", b"  ", b",,"]:
            for maxsplit in [-1, 0, 1, 2, -5, 100]:
                yield case("StringSplitV2", text, np.array(sep, object), maxsplit=maxsplit)
    for op in ["StringSplit", "StringSplitV2"]:
        yield case(op, strings(b"a b"), strings(b"a", b"b"))
        yield case(op, np.array(b"a b", object), np.array(b" ", object))
        yield case(op, np.array([[b"a b"]], object), np.array(b" ", object))
