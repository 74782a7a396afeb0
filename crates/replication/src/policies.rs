//! All policies. Each is a file: how it is written, and its rules.

mod async_drop;
mod asynchronous;
mod backup;
mod dc_asgd;
mod hybrid;
mod local;
mod ssp;
mod sync;
mod tf_sync;

pub use dc_asgd::Compensation;

use crate::policy::Kind;

pub(crate) const KINDS: &[Kind] = &[
    sync::KIND,
    backup::KIND,
    tf_sync::KIND,
    ssp::KIND,
    asynchronous::KIND,
    async_drop::KIND,
    dc_asgd::KIND,
    local::KIND,
    hybrid::KIND,
];

/// A policy that takes nothing behind its name.
fn nothing(argument: Option<&str>) -> Result<(), String> {
    match argument {
        None => Ok(()),
        Some(_) => Err("it takes nothing behind the name".to_owned()),
    }
}

/// The number behind a policy's name, which means `what`.
fn number(argument: Option<&str>, what: &str) -> Result<usize, String> {
    let text = argument.ok_or_else(|| format!("{what} is missing"))?;
    text.parse().map_err(|_| format!("`{text}` is not a whole number of at least 0"))
}

/// As [`number`], and not nought.
fn positive(argument: Option<&str>, what: &str) -> Result<usize, String> {
    match number(argument, what)? {
        0 => Err(format!("{what}: expected at least 1")),
        number => Ok(number),
    }
}
