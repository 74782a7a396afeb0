"""`LogicalAnd`."""
from elementwise import PAIRS, binary
from harness import bools, case, np


def cases():
    yield from binary("LogicalAnd", [np.bool_], 0, 1)
    for x, y in PAIRS:
        yield case("LogicalAnd", bools(*x), bools(*y))
