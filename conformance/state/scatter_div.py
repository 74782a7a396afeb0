"""`ScatterDiv` and `ResourceScatterDiv`."""
from scatters import NUMBERS, scatter_cases


def cases():
    yield from scatter_cases("ScatterDiv", NUMBERS, zeros=False)
