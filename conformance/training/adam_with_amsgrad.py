"""`AdamWithAmsgrad`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("AdamWithAmsgrad",
                        beta1_power=0.75, beta2_power=0.5, lr=0.1, beta1=0.875, beta2=0.75, epsilon=0.01)
