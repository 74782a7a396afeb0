//! Feeds that come from a function.

use regatta_graph::Outlet;
use regatta_status::Result;
use regatta_tensor::Tensor;

use super::{Hook, StepRequest};

/// Feeds every step with what a function gives, such as the next batch.
pub struct FeedFnHook<F> {
    feed: F,
}

impl<F: FnMut() -> Result<Vec<(Outlet, Tensor)>> + Send> FeedFnHook<F> {
    /// Asks this function before every step.
    pub fn new(feed: F) -> FeedFnHook<F> {
        FeedFnHook { feed }
    }
}

impl<F: FnMut() -> Result<Vec<(Outlet, Tensor)>> + Send> Hook for FeedFnHook<F> {
    fn before_run(&mut self) -> Result<StepRequest> {
        Ok(StepRequest { feeds: (self.feed)()?, ..StepRequest::default() })
    }
}
