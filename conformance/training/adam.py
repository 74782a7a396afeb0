"""`Adam`, in all forms."""
from harness import FLOATS, np
from optimizers import bench_of, cases_of


def cases():
    yield from cases_of("Adam", attrs=[{}, {"use_nesterov": True}], dtypes=[*FLOATS, np.complex64, np.complex128],
                        beta1_power=0.75, beta2_power=0.5, lr=0.1, beta1=0.875, beta2=0.75, epsilon=0.01)


def bench():
    yield from bench_of("Adam", beta1_power=0.75, beta2_power=0.5, lr=0.1, beta1=0.875, beta2=0.75, epsilon=0.01)
