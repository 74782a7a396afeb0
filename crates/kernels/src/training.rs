//! Optimizer updates, applied where the variable lives. The forms for references and for resources, and those for whole
//! variables and for rows, are made from the same rule.

mod ada_max;
mod adadelta;
mod adagrad;
mod adagrad_da;
mod adam;
mod adam_with_amsgrad;
mod add_sign;
mod apply;
mod centered_rms_prop;
mod ftrl;
mod gradient_descent;
mod keras_momentum;
mod momentum;
mod number;
mod pass;
mod power_sign;
mod proximal_adagrad;
mod proximal_gradient_descent;
mod rms_prop;

use crate::Family;

pub(crate) const KERNELS: Family = &[
    ada_max::KERNELS,
    adadelta::KERNELS,
    adagrad::KERNELS,
    adagrad_da::KERNELS,
    adam::KERNELS,
    adam_with_amsgrad::KERNELS,
    add_sign::KERNELS,
    centered_rms_prop::KERNELS,
    ftrl::KERNELS,
    gradient_descent::KERNELS,
    keras_momentum::KERNELS,
    momentum::KERNELS,
    power_sign::KERNELS,
    proximal_adagrad::KERNELS,
    proximal_gradient_descent::KERNELS,
    rms_prop::KERNELS,
];
