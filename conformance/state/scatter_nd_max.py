"""`ScatterNdMax` and `ResourceScatterNdMax`."""
from scatters import ORDERED, scatter_nd_cases


def cases():
    yield from scatter_nd_cases("ScatterNdMax", ORDERED)
