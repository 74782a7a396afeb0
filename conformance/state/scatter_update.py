"""`ScatterUpdate` and `ResourceScatterUpdate`."""
from harness import np
from scatters import NUMBERS, scatter_cases, string_cases


def cases():
    yield from scatter_cases("ScatterUpdate", NUMBERS + [np.bool_])
    yield from string_cases("ScatterUpdate", [2, 0, 2], ["x", "yy", "z"])
