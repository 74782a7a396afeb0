"""`Ftrl` and `FtrlV2`, in all forms."""
from optimizers import cases_of


def cases():
    yield from cases_of("Ftrl", attrs=[{}, {"multiply_linear_by_lr": True}], lr=0.5, l1=0.1, l2=0.1, lr_power=-0.5)
    yield from cases_of("Ftrl", attrs=[{}, {"multiply_linear_by_lr": True}], lr=0.5, l1=0.1, l2=0.1, lr_power=-0.75)
    yield from cases_of("FtrlV2", attrs=[{}, {"multiply_linear_by_lr": True}],
                        lr=0.5, l1=0.1, l2=0.1, l2_shrinkage=0.25, lr_power=-0.5)
    yield from cases_of("FtrlV2", lr=0.5, l1=0.0, l2=0.0, l2_shrinkage=0.5, lr_power=0.0)
