"""`StatelessRandomGetKeyCounter`, `StatelessRandomGetKeyCounterAlg` and `StatelessRandomGetAlg`."""
from harness import case, np
from streams import STATELESS_SEEDS


def cases():
    yield case("StatelessRandomGetAlg")
    for op in ("StatelessRandomGetKeyCounter", "StatelessRandomGetKeyCounterAlg"):
        for seed in STATELESS_SEEDS + [(2**63 - 1, -2**63), (42, 42)]:
            yield case(op, np.array(seed, np.int64))
        for seed in [(1, 2), (-1, -2), (2**31 - 1, -2**31)]:
            yield case(op, np.array(seed, np.int32))
        for bad in (np.array([1]), np.array([1, 2, 3]), np.array(1), np.array([[1, 2]])):
            yield case(op, bad)
