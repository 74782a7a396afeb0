"""`ScatterNdSub` and `ResourceScatterNdSub`."""
from scatters import NUMBERS, scatter_nd_cases


def cases():
    yield from scatter_nd_cases("ScatterNdSub", NUMBERS)
