"""`AddSign`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("AddSign", lr=0.1, alpha=1.0, sign_decay=0.5, beta=0.75)
