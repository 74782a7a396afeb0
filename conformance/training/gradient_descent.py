"""`GradientDescent`, in all forms."""
from harness import FLOATS, np
from optimizers import bench_of, cases_of


def cases():
    yield from cases_of("GradientDescent", dtypes=[*FLOATS, np.complex64, np.complex128], alpha=0.1)


def bench():
    yield from bench_of("GradientDescent", alpha=0.1)
