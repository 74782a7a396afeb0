"""`Any`."""
from reductions import reductions
from harness import np


def cases():
    yield from reductions("Any", [np.bool_])
