//! A guard against losses that are no numbers.

use regatta_graph::Outlet;
use regatta_status::{Result, internal};
use regatta_tensor::{DType, Tensor};

use super::{Hook, StepRequest, StepResult};

/// Ends training when a tensor, such as the loss, is NaN or infinite: with an error, or quietly.
pub struct NanTensorHook {
    tensor: Outlet,
    fails: bool,
}

impl NanTensorHook {
    /// Watches this tensor; what it finds is an error.
    pub fn new(tensor: &Outlet) -> NanTensorHook {
        NanTensorHook { tensor: tensor.clone(), fails: true }
    }

    /// Ends training without an error.
    pub fn stop_only(self) -> NanTensorHook {
        NanTensorHook { fails: false, ..self }
    }
}

impl Hook for NanTensorHook {
    fn before_run(&mut self) -> Result<StepRequest> {
        Ok(StepRequest::fetch([self.tensor.clone()]))
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        if is_finite(&step.values[0])? {
            return Ok(());
        }
        let found = format!("{} is no number any more: training has diverged", self.tensor.name());
        if self.fails {
            return Err(internal(format!("{found}; a smaller learning rate may help")));
        }
        tracing::error!("{found}; it ends here");
        step.request_stop();
        Ok(())
    }
}

fn is_finite(tensor: &Tensor) -> Result<bool> {
    match tensor.dtype() {
        DType::Float => Ok(tensor.values::<f32>()?.iter().all(|x| x.is_finite())),
        DType::Double => Ok(tensor.values::<f64>()?.iter().all(|x| x.is_finite())),
        _ => Ok(true),
    }
}
