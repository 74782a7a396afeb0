//! The habits a compiler does not check: every file introduces itself, none grows too long, nothing
//! is left half done.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::{output, root};

/// Beyond this a reader is lost.
const LINES_MAX: usize = 1000;

/// What no Rust file may hold, and why. Spelled in halves, so that this file holds none of it.
const FORBIDDEN: [(&str, &str); 5] = [
    (concat!("to", "do!("), "finish it or leave it out"),
    (concat!("unimple", "mented!("), "finish it or leave it out"),
    (concat!("#[ig", "nore"), "a test runs or does not exist"),
    (concat!("FIX", "ME"), "fix it before it is merged"),
    (concat!("should_", "panic"), "assert on the error instead"),
];

/// Paths that exist on one machine only.
const MACHINE_PATHS: [&str; 3] = [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/")];

/// Checks every file git knows or would add.
pub fn run() -> Result<()> {
    let mut problems = Vec::new();
    let files = files()?;
    for path in &files {
        // A file that is deleted but still tracked, or is no text, has nothing to check.
        let Ok(text) = std::fs::read_to_string(root().join(path)) else {
            continue;
        };
        problems.extend(check_file(path, &text).into_iter().map(|problem| format!("{}: {problem}", path.display())));
    }
    problems.extend(homeless_ops(&files));
    if !problems.is_empty() {
        bail!("{} untidy places\n{}", problems.len(), problems.join("\n"));
    }
    println!("{} files are tidy", files.len());
    Ok(())
}

fn files() -> Result<Vec<PathBuf>> {
    let mut git = std::process::Command::new("git");
    git.current_dir(root()).args(["ls-files", "--cached", "--others", "--exclude-standard"]);
    let list = output(&mut git).context("tidy asks git which files there are")?;
    Ok(list.lines().map(PathBuf::from).collect())
}

/// Families of ops that are not tested one by one: what they do shows only in whole graphs, which crates/cli/tests runs, or
/// together with the others of their resource, whose kinds have a file each.
const TESTED_TOGETHER: [&str; 10] = [
    "accumulator",
    "control_flow",
    "functional",
    "io",
    "list",
    "queue",
    "replication",
    "sendrecv",
    "table",
    "tensor_array",
];

/// One file finds an op: where an op is defined, its cases have a file of the same family and name.
fn homeless_ops(files: &[PathBuf]) -> Vec<String> {
    let mut problems = Vec::new();
    for path in files {
        let Ok(inner) = path.strip_prefix("crates/graph/src/ops") else { continue };
        let Some(family) = inner.parent().and_then(Path::to_str).filter(|family| !family.is_empty()) else { continue };
        let defines = std::fs::read_to_string(root().join(path)).is_ok_and(|text| text.contains("const OPS: &[Op]"));
        let cases = Path::new("conformance").join(inner).with_extension("py");
        if defines && !TESTED_TOGETHER.contains(&family) && !files.contains(&cases) {
            problems.push(format!("{}: its cases are missing, {}", path.display(), cases.display()));
        }
    }
    problems
}

fn check_file(path: &Path, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if path.extension().is_some_and(|extension| extension == "rs") {
        if !text.starts_with("//!") {
            problems.push("the first line must say what the file is for, with `//!`".to_owned());
        }
        let lines = text.lines().count();
        if lines > LINES_MAX {
            problems.push(format!("{lines} lines, and {LINES_MAX} are the limit: split it"));
        }
        for (word, reason) in FORBIDDEN {
            problems.extend(lines_with(text, word).map(|line| format!("line {line} has `{word}`: {reason}")));
        }
    }
    for start in MACHINE_PATHS {
        problems
            .extend(lines_with(text, start).map(|line| format!("line {line} names a path of one machine, {start}")));
    }
    problems
}

fn lines_with<'a>(text: &'a str, word: &'a str) -> impl Iterator<Item = usize> + 'a {
    text.lines().enumerate().filter(move |(_, line)| line.contains(word)).map(|(index, _)| index + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(path: &str, text: &str, expected: &[&str]) {
        let problems = check_file(Path::new(path), text);
        assert_eq!(problems.len(), expected.len(), "{problems:?}");
        for (problem, part) in problems.iter().zip(expected) {
            assert!(problem.contains(part), "{problem} should mention {part}");
        }
    }

    #[test]
    fn rust_files_introduce_themselves() {
        check("a.rs", "//! Fine.\n", &[]);
        check("a.rs", "use std::fs;\n", &["first line"]);
        check("a.py", "import os\n", &[]);
    }

    #[test]
    fn unfinished_work_is_found() {
        let text = format!("//! Fine.\nfn f() {{ {}) }}\n", concat!("to", "do!("));
        check("a.rs", &text, &["line 2"]);
    }

    #[test]
    fn long_files_are_found() {
        check("a.rs", &format!("//! Long.\n{}", "\n".repeat(LINES_MAX)), &["1001 lines"]);
    }

    #[test]
    fn machine_paths_are_found_in_any_file() {
        check("a.py", concat!("open('/ho", "me/me/x')\n"), &["line 1"]);
    }
}
