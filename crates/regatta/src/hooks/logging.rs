//! Values of tensors in the log.

use std::sync::Arc;

use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::{DType, Tensor};

use super::{
    Hook, StepRequest, StepResult,
    timer::{Every, Timer},
};
use crate::session::Session;

/// Logs the values of tensors from time to time, and at the end if it is asked to.
pub struct LoggingTensorHook {
    tensors: Vec<(String, Outlet)>,
    timer: Timer,
    at_end: bool,
    /// Steps of this session; the hook does not need a global one.
    steps: i64,
    wanted: bool,
}

impl LoggingTensorHook {
    /// Logs these tensors under these names. Steps are those of this worker.
    pub fn new(tensors: &[(&str, &Outlet)], every: Every) -> LoggingTensorHook {
        let tensors = tensors.iter().map(|(name, tensor)| ((*name).to_owned(), (*tensor).clone())).collect();
        LoggingTensorHook { tensors, timer: Timer::new(every), at_end: false, steps: 0, wanted: false }
    }

    /// Logs them at the end too. They must not need feeds then.
    pub fn at_end(self) -> LoggingTensorHook {
        LoggingTensorHook { at_end: true, ..self }
    }

    fn log(&self, values: &[Tensor]) {
        let told = self.tensors.iter().zip(values).map(|((name, _), value)| format!("{name} = {}", brief(value)));
        tracing::info!("{}", told.collect::<Vec<_>>().join(", "));
    }
}

impl Hook for LoggingTensorHook {
    fn before_run(&mut self) -> Result<StepRequest> {
        self.wanted = self.timer.is_due(self.steps);
        let fetches = self.tensors.iter().filter(|_| self.wanted).map(|(_, tensor)| tensor.clone());
        Ok(StepRequest::fetch(fetches))
    }

    fn after_run(&mut self, step: &mut StepResult<'_>) -> Result<()> {
        if self.wanted {
            self.log(step.values);
            self.timer.done(self.steps);
        }
        self.steps += 1;
        Ok(())
    }

    fn end(&mut self, session: &Arc<Session>) -> Result<()> {
        if self.at_end {
            let values = session.step_as_sent().fetch_all(self.tensors.iter().map(|(_, tensor)| tensor)).run()?;
            self.log(&values);
        }
        Ok(())
    }
}

/// A number, or what kind of tensor it is.
fn brief(tensor: &Tensor) -> String {
    let number = match tensor.dtype() {
        DType::Float => tensor.single::<f32>().map(|x| x.to_string()),
        DType::Double => tensor.single::<f64>().map(|x| x.to_string()),
        DType::Int32 => tensor.single::<i32>().map(|x| x.to_string()),
        DType::Int64 => tensor.single::<i64>().map(|x| x.to_string()),
        _ => return format!("{}{}", tensor.dtype(), tensor.shape()),
    };
    number.unwrap_or_else(|_| format!("{}{}", tensor.dtype(), tensor.shape()))
}
