"""`StatefulUniformFullInt`."""
from generators import generator_cases
from harness import np


def cases():
    yield from generator_cases("StatefulUniformFullInt", [np.int32, np.int64, np.uint32, np.uint64])
