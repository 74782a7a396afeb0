//! Layers that do one thing while a model is trained and another while it is used.

use regatta_graph::Outlet;

/// Whether a layer is being trained.
#[derive(Clone, Debug)]
pub enum Training {
    /// Known when the graph is built.
    Always(bool),
    /// A scalar bool that each step decides, such as a placeholder.
    Fed(Outlet),
}

impl From<bool> for Training {
    fn from(training: bool) -> Training {
        Training::Always(training)
    }
}

impl From<&Outlet> for Training {
    fn from(training: &Outlet) -> Training {
        Training::Fed(training.clone())
    }
}
