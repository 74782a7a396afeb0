"""`LogicalNot`."""
from elementwise import unary
from harness import np


def cases():
    yield from unary("LogicalNot", [np.bool_], 0, 1)
