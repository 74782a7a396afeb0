//! Ops that hand on their input: Identity, IdentityN, Snapshot, StopGradient (the difference matters to gradients only) and
//! PlaceholderWithDefault (whose value is the default where nothing is fed).

use regatta_graph::Node;
use regatta_status::Result;

use super::elements::take;
use crate::Kernel;

pub(crate) fn identity(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| take::<1>(inputs).map(Vec::from))))
}

pub(crate) fn identity_n(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(Ok)))
}
