"""`KerasMomentum`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("KerasMomentum", attrs=[{}, {"use_nesterov": True}], lr=0.1, momentum=0.75)
