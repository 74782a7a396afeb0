"""`ScatterMin` and `ResourceScatterMin`."""
from scatters import ORDERED, scatter_cases


def cases():
    yield from scatter_cases("ScatterMin", ORDERED)
