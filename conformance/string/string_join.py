"""`StringJoin`."""
from harness import case, np, strings


def cases():
    words, grid, one = strings(b"a", b"", b"c"), np.array([[b"x", b"y", b"z"]], object), np.array(b"s", object)
    for separator in ["", "-", ", "]:
        yield case("StringJoin", words, words, separator=separator)
        yield case("StringJoin", words, one, words, separator=separator)
        yield case("StringJoin", one, one, separator=separator)
        yield case("StringJoin", one, separator=separator)
        yield case("StringJoin", grid, one, separator=separator)
        yield case("StringJoin", words, grid, separator=separator)
        yield case("StringJoin", words, strings(b"a"), separator=separator)
        yield case("StringJoin", np.zeros((0,), object), one, separator=separator)
        yield case("StringJoin", np.zeros((0,), object), words, separator=separator)
    yield case("StringJoin", strings(b"\xff\x00"), strings(b"\x80"))
