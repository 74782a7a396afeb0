"""`Timestamp`: the same time for both, nearly."""
from harness import case


def cases():
    yield case("Timestamp", atol=300.0)
