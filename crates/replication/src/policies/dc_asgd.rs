//! `dc-asgd[:LAMBDA]`: asynchronous, with gradients corrected for their delay (Zheng et al., "Asynchronous Stochastic Gradient Descent with
//! Delay Compensation", arXiv 1609.08326).
//!
//! A gradient `g` was computed with weights `w_old`, and is applied to `w`. The first terms of what it would be there are
//! `g + lambda g g (w - w_old)`. With the adaptive form lambda is divided by the root of a moving mean of `g g`.

use crate::policy::{Kind, Way};

pub(super) const KIND: Kind = Kind {
    name: "dc-asgd",
    form: "dc-asgd[:LAMBDA|:adaptive[:LAMBDA]]",
    help: "async, with each gradient corrected for the updates since its weights were read (arXiv 1609.08326)",
    read: |argument, _| {
        let (is_adaptive, lambda) = match argument {
            None => (false, None),
            Some("adaptive") => (true, None),
            Some(text) => match text.strip_prefix("adaptive:") {
                Some(lambda) => (true, Some(lambda)),
                None => (false, Some(text)),
            },
        };
        let lambda = match lambda {
            // The paper's choices for CIFAR-10.
            None if is_adaptive => 2.0,
            None => 0.04,
            Some(text) => text
                .parse::<f64>()
                .ok()
                .filter(|lambda| lambda.is_finite() && *lambda >= 0.0)
                .ok_or_else(|| format!("`{text}`: expected a number of at least 0"))?,
        };
        Ok(Way::Direct(Some(Compensation { lambda, is_adaptive })))
    },
};

/// How a gradient is corrected for its delay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compensation {
    /// How much.
    pub lambda: f64,
    /// Whether lambda is divided by the root of a moving mean of squared gradients.
    pub is_adaptive: bool,
}

impl Compensation {
    /// How much of the moving mean stays from step to step.
    pub const MEAN_DECAY: f64 = 0.95;
    /// Keeps the root away from nought.
    pub const EPSILON: f64 = 1e-7;
}
