"""`Copy`, `CopyHost`."""
from harness import ANY, case, some


def cases():
    for dtype in ANY:
        yield case("Copy", some(dtype, 2, 3))
        yield case("CopyHost", some(dtype, 3))
