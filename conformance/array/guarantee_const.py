"""`GuaranteeConst`."""
from harness import ANY, case, some


def cases():
    for dtype in ANY:
        for shape in [(), (3,), (2, 0)]:
            yield case("GuaranteeConst", some(dtype, *shape))
