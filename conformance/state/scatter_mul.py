"""`ScatterMul` and `ResourceScatterMul`."""
from scatters import NUMBERS, scatter_cases


def cases():
    yield from scatter_cases("ScatterMul", NUMBERS)
