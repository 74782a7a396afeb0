"""`StatefulStandardNormalV2`."""
from generators import generator_cases
from harness import FLOATS


def cases():
    yield from generator_cases("StatefulStandardNormalV2", FLOATS)
