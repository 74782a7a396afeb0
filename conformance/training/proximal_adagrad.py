"""`ProximalAdagrad`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("ProximalAdagrad", lr=0.1, l1=0.2, l2=0.3)
    yield from cases_of("ProximalAdagrad", lr=0.1, l1=0.0, l2=0.3)
