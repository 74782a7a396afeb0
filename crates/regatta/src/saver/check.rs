//! Whether a checkpoint has what is to be restored from it.

use regatta_formats::BundleReader;
use regatta_status::{Result, invalid_argument, not_found};

use super::Saveable;

/// Refused, with everything that does not fit, unless each variable is there in its type and shape.
pub(super) fn fits(reader: &BundleReader, prefix: &str, saveables: &[Saveable]) -> Result<()> {
    let (mut missing, mut different) = (Vec::new(), Vec::new());
    for saveable in saveables {
        let (dtype, shape) = (saveable.variable.dtype(), saveable.whole_shape());
        match reader.entry(&saveable.key) {
            None => missing.push(saveable.key.clone()),
            Some(entry) if entry.dtype != dtype || entry.shape != *shape => different
                .push(format!("{} is {dtype}{shape} here and {}{} there", saveable.key, entry.dtype, entry.shape)),
            Some(_) => {}
        }
    }
    // The parts of a variable have one name.
    missing.dedup();
    different.dedup();
    let mut problems = Vec::new();
    if !missing.is_empty() {
        problems.push(format!("it does not have {}", missing.join(", ")));
    }
    if !different.is_empty() {
        problems.push(different.join(", "));
    }
    let message = || format!("the checkpoint {prefix} cannot be restored: {}", problems.join("; "));
    match (missing.is_empty(), different.is_empty()) {
        (true, true) => Ok(()),
        (false, _) => Err(not_found(message())),
        (true, false) => Err(invalid_argument(message())),
    }
}
