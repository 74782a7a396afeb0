"""`PowerSign`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("PowerSign", lr=0.1, logbase=0.5, sign_decay=0.5, beta=0.75)
