"""`All`."""
from reductions import reductions
from harness import np


def cases():
    yield from reductions("All", [np.bool_])
