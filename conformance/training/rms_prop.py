"""`RMSProp`, in all forms."""
from harness import FLOATS, np
from optimizers import bench_of, cases_of


def cases():
    yield from cases_of("RMSProp", dtypes=[*FLOATS, np.complex64, np.complex128],
                        lr=0.1, rho=0.75, momentum=0.5, epsilon=0.25)


def bench():
    yield from bench_of("RMSProp", lr=0.1, rho=0.75, momentum=0.5, epsilon=0.25)
