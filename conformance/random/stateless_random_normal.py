"""`StatelessRandomNormal` and `StatelessRandomNormalV2`."""
from harness import FLOATS
from streams import stateless_cases


def cases():
    yield from stateless_cases("StatelessRandomNormal", FLOATS)
