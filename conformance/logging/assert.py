"""`Assert`."""
from harness import FLOATS, INTS, bools, case, floats, ints, np, strings


def cases():
    values = [floats(2, 3, dtype=d) for d in FLOATS] + [ints(5, dtype=d) for d in INTS] + [bools(2), strings(b"text"), floats(), floats(0)]
    for value in values:
        yield case("Assert", np.array(False), value)
        yield case("Assert", np.array(True), value)
    yield case("Assert", np.array(False), floats(2), strings(b"a"), summarize=-1)
    yield case("Assert", np.array([True]), floats(2))
    yield case("Assert", np.array([True, True]), floats(2))
