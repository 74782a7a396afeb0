"""`PopulationCount`."""
from elementwise import INTS, unary


def cases():
    yield from unary("PopulationCount", INTS, -9, 9)
