"""`CenteredRMSProp`, in all forms."""
from harness import FLOATS, np
from optimizers import cases_of


def cases():
    yield from cases_of("CenteredRMSProp", dtypes=[*FLOATS, np.complex64, np.complex128],
                        lr=0.1, rho=0.75, momentum=0.5, epsilon=0.25)
