"""`StatefulUniformInt`."""
from generators import generator_cases
from harness import np


def cases():
    yield from generator_cases("StatefulUniformInt", [np.int32, np.int64], -7, 20)
