//! What the command prints, and what becomes of it where nobody takes it.
//!
//! `println!` and `eprintln!` panic when a pipe is closed or a disk is full; nothing here does.

use std::{
    fmt::Display,
    io::{ErrorKind, Write, stderr, stdout},
    time::Duration,
};

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressStyle};

/// How often a sign of life moves.
const TICK: Duration = Duration::from_millis(100);

/// Prints to standard output. A reader that has seen enough, such as `head`, is no error.
pub fn print(text: impl Display) -> Result<()> {
    let mut out = stdout().lock();
    match write!(out, "{text}").and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error).context("cannot write to standard output"),
        _ => Ok(()),
    }
}

/// Says a line on standard error. If nobody can be told, that is no second failure.
pub fn complain(text: impl Display) {
    let _ = writeln!(stderr().lock(), "{text}");
}

/// A sign of life while something takes its time, on a terminal and nowhere else. It goes when it is dropped.
pub struct Working(ProgressBar);

impl Working {
    /// Says what is being done.
    pub fn on(what: impl Display) -> Working {
        let bar = ProgressBar::new_spinner().with_message(what.to_string());
        // A template that is a constant is right or wrong for good; the usual one is no worse than none.
        let style = ProgressStyle::with_template("{spinner} {msg}  {elapsed}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        bar.enable_steady_tick(TICK);
        Working(bar)
    }

    /// Says what is being done now.
    pub fn now(&self, what: impl Display) {
        self.0.set_message(what.to_string());
    }
}

impl Drop for Working {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
