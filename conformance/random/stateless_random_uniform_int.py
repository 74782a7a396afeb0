"""`StatelessRandomUniformInt` and `StatelessRandomUniformIntV2`."""
from harness import case, np
from streams import stateless_cases


def cases():
    yield from stateless_cases("StatelessRandomUniformInt", [np.int32, np.int64], (0, 10), (-5, 5), (7, 8),
                               (-2**31, 2**31 - 1))
    for low, high in [(3, 3), (4, 3), ([1], 3), (1, [3])]:
        yield case("StatelessRandomUniformInt", np.array([2], np.int32), np.array([1, 2]), np.array(low, np.int32),
                   np.array(high, np.int32))
        yield case("StatelessRandomUniformInt", np.array([0], np.int32), np.array([1, 2]), np.array(low, np.int32),
                   np.array(high, np.int32))
