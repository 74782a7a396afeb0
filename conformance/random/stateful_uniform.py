"""`StatefulUniform`."""
from generators import generator_cases
from harness import FLOATS


def cases():
    yield from generator_cases("StatefulUniform", FLOATS)
