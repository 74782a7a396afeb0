"""`ScatterSub` and `ResourceScatterSub`."""
from scatters import NUMBERS, scatter_cases


def cases():
    yield from scatter_cases("ScatterSub", NUMBERS)
