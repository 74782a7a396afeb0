"""`LogicalOr`."""
from elementwise import PAIRS, binary
from harness import bools, case, np


def cases():
    yield from binary("LogicalOr", [np.bool_], 0, 1)
    for x, y in PAIRS:
        yield case("LogicalOr", bools(*x), bools(*y))
