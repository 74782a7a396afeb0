"""`ScatterNdAdd` and `ResourceScatterNdAdd`."""
from scatters import NUMBERS, scatter_nd_cases


def cases():
    yield from scatter_nd_cases("ScatterNdAdd", NUMBERS)
