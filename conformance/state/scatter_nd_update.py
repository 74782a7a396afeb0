"""`ScatterNdUpdate` and `ResourceScatterNdUpdate`."""
from harness import np
from scatters import NUMBERS, scatter_nd_cases, string_cases


def cases():
    yield from scatter_nd_cases("ScatterNdUpdate", NUMBERS + [np.bool_])
    yield from string_cases("ScatterNdUpdate", [[2], [0], [2]], ["x", "yy", "z"])
