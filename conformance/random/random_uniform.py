"""`RandomUniform`."""
from streams import shaped_cases


def cases():
    yield from shaped_cases("RandomUniform")
