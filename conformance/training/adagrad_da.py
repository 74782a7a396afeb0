"""`AdagradDA`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("AdagradDA", lr=0.5, l1=0.01, l2=0.2, global_step=3)
    yield from cases_of("AdagradDA", lr=0.5, l1=0.0, l2=0.0, global_step=7)
