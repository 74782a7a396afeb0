"""`StatelessRandomUniformFullInt` and `StatelessRandomUniformFullIntV2`."""
from harness import np
from streams import stateless_cases


def cases():
    yield from stateless_cases("StatelessRandomUniformFullInt", [np.int32, np.int64, np.uint32, np.uint64])
