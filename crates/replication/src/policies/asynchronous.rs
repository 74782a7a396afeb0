//! `async`: each gradient is applied when it comes.

use super::nothing;
use crate::policy::{Kind, Way};

pub(super) const KIND: Kind = Kind {
    name: "async",
    form: "async",
    help: "each gradient is applied as it comes, however old the weights it was computed with",
    read: |argument, _| nothing(argument).map(|()| Way::Direct(None)),
};
