"""`RegexFullMatch`, `StaticRegexFullMatch`."""
from harness import case, np, strings

TEXTS = strings(b"aab b", b"", "ab\u00e912".encode(), b"a\na", b"\xff\xfe a", b"AAB", b"a-b_c", b"a.b")
PATTERNS = ["a", "a*", ".*", "(a|b)+ b", "[a-z]+", r"\w+", r"\W*", r"\d+", r"\s", r"a\.b", "(?i)aab", "", "(", "a)(b", "[", "a{2}b.*",
            "a{2,1}", "*", r"\Qa.b\E", r"\Q(", "[[:alpha:]]*.*", "[]a]+", "[^]a]+", r"\C*", "(?s).*", "a(?P<n>b)?.*", r"\pL+.*",
            r"\1", "a++", "a|", "|", "^a.*b$", r"\Aaab b\z", r"\Z", "[a-", "[z-a]", r"\bab.*", "(?:a)", "(?=a)", "[a&&b]*", "é", r"\x61.*",
            "a{1001}"]


def cases():
    for pattern in PATTERNS:
        yield case("RegexFullMatch", TEXTS, np.array(pattern.encode(), object))
        yield case("StaticRegexFullMatch", TEXTS, pattern=pattern)
    yield case("RegexFullMatch", TEXTS.reshape(2, 4), np.array(b"a.*", object))
    yield case("RegexFullMatch", np.zeros((0, 2), object), np.array(b"a.*", object))
    yield case("RegexFullMatch", np.array(b"a", object), np.array(b"a", object))
    yield case("RegexFullMatch", TEXTS, strings(b"a"))
