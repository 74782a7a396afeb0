"""`Adadelta`, in all forms."""
from harness import FLOATS, np
from optimizers import cases_of


def cases():
    yield from cases_of("Adadelta", dtypes=[*FLOATS, np.complex64, np.complex128], lr=0.1, rho=0.9, epsilon=0.01)
