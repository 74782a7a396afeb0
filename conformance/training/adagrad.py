"""`Adagrad` and `AdagradV2`, in all forms."""
from harness import FLOATS, np
from optimizers import bench_of, cases_of


def cases():
    yield from cases_of("Adagrad", attrs=[{}, {"update_slots": False}], dtypes=[*FLOATS, np.complex64, np.complex128],
                        lr=0.1)
    yield from cases_of("AdagradV2", attrs=[{}, {"update_slots": False}], dtypes=[*FLOATS, np.complex64, np.complex128],
                        lr=0.1, epsilon=0.01)


def bench():
    yield from bench_of("Adagrad", lr=0.1)
