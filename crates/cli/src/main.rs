//! The `regatta` command.

fn main() {}
