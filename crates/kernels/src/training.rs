//! Optimizer updates, applied where the variable lives. The forms for references and for resources are the same function.

mod adagrad;
mod adam;
mod apply;
mod assign;
mod gradient_descent;
mod momentum;
mod rms_prop;

use crate::Family;

pub(crate) const KERNELS: Family = &[&[
    ("AssignAdd", assign::assign_add),
    ("AssignSub", assign::assign_sub),
    ("AssignAddVariableOp", assign::assign_add),
    ("AssignSubVariableOp", assign::assign_sub),
    ("ApplyGradientDescent", gradient_descent::gradient_descent),
    ("ResourceApplyGradientDescent", gradient_descent::gradient_descent),
    ("ApplyAdagrad", adagrad::adagrad),
    ("ResourceApplyAdagrad", adagrad::adagrad),
    ("ApplyAdam", adam::adam),
    ("ResourceApplyAdam", adam::adam),
    ("ApplyMomentum", momentum::momentum),
    ("ResourceApplyMomentum", momentum::momentum),
    ("ApplyRMSProp", rms_prop::rms_prop),
    ("ResourceApplyRMSProp", rms_prop::rms_prop),
]];
