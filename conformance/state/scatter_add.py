"""`ScatterAdd` and `ResourceScatterAdd`."""
from scatters import NUMBERS, scatter_cases


def cases():
    yield from scatter_cases("ScatterAdd", NUMBERS)
