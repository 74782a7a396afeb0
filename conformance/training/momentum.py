"""`Momentum`, in all forms."""
from harness import FLOATS, np
from optimizers import bench_of, cases_of


def cases():
    yield from cases_of("Momentum", attrs=[{}, {"use_nesterov": True}], dtypes=[*FLOATS, np.complex64, np.complex128],
                        lr=0.1, momentum=0.75)


def bench():
    yield from bench_of("Momentum", lr=0.1, momentum=0.75)
