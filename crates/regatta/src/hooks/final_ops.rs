//! What is run once, at the end.

use std::sync::{Arc, Mutex, PoisonError};

use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::Hook;
use crate::session::Session;

/// Fetches tensors when training has ended, such as a metric over the test images.
pub struct FinalOpsHook {
    fetches: Vec<Outlet>,
    feeds: Vec<(Outlet, Tensor)>,
    values: FinalValues,
}

/// The values, once they are there.
#[derive(Clone, Default)]
pub struct FinalValues(Arc<Mutex<Option<Vec<Tensor>>>>);

impl FinalValues {
    /// The values of the fetched tensors; `None` before the end.
    pub fn take(&self) -> Option<Vec<Tensor>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

impl FinalOpsHook {
    /// Fetches these with these feeds; the values are found in the second half.
    pub fn new(fetches: Vec<Outlet>, feeds: Vec<(Outlet, Tensor)>) -> (FinalOpsHook, FinalValues) {
        let values = FinalValues::default();
        (FinalOpsHook { fetches, feeds, values: values.clone() }, values)
    }
}

impl Hook for FinalOpsHook {
    fn end(&mut self, session: &Arc<Session>) -> Result<()> {
        let step = session.step_as_sent().fetch_all(&self.fetches);
        let step = self.feeds.iter().fold(step, |step, (tensor, value)| step.feed(tensor, value.clone()));
        *self.values.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(step.run()?);
        Ok(())
    }
}
