"""`RegexReplace`, `StaticRegexReplace`."""
from harness import case, np, strings

TEXTS = strings(b"aab b", b"", "ab\u00e912".encode(), b"a\na", b"\xff\xfe a", b"xyz", "\u65e5\u672c".encode())
CHANGES = [("a", "b"), ("(a)(b)?", r"<\2\1>"), ("b*", "-"), ("(", ""), ("a", r"\1"), ("a", "\\"), ("a", r"\\x"), ("a", r"x\q"),
           ("[0-9]+", r"<\0>"), ("^a", "X"), (r"\b", "|"), ("", "-"), ("é", "e"), (".", "x"), ("(?i)A", "z"), ("a$", "E"),
           (r"\C", "b"), ("(?m)^a", "X"), ("a|", "."), ("(?:ab|a)(b)?", r"[\1]"), ("$", "!"), ("x*", r"\0\0"), ("a", "$1"),
           ("(x)(y)(z)", r"\3\2\1"), ("(a)|(b)", r"\2"), (r"\s+", ""), ("a+?", "q"), ("[^a]", ""), ("a", ""), (r"(a)\1", "x")]


def cases():
    for pattern, rewrite in CHANGES:
        for replace_global in [True, False]:
            yield case("RegexReplace", TEXTS, np.array(pattern.encode(), object), np.array(rewrite.encode(), object),
                       replace_global=replace_global)
            yield case("StaticRegexReplace", TEXTS, pattern=pattern, rewrite=rewrite, replace_global=replace_global)
    yield case("RegexReplace", TEXTS.reshape(7, 1), np.array(b"a", object), np.array(b"x", object))
    yield case("RegexReplace", np.zeros((0,), object), np.array(b"a", object), np.array(b"x", object))
    yield case("RegexReplace", TEXTS, strings(b"a"), np.array(b"x", object))
    yield case("RegexReplace", TEXTS, np.array(b"a", object), strings(b"x"))
