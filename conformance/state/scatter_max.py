"""`ScatterMax` and `ResourceScatterMax`."""
from scatters import ORDERED, scatter_cases


def cases():
    yield from scatter_cases("ScatterMax", ORDERED)
