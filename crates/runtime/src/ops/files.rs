//! `ReadFile`, `WriteFile`, `MatchingFiles`: files of the task's machine, as far as the task allows. They may wait for a disk.

use std::path::Path;

use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use crate::{
    action::Stateful,
    files::{FileAccess, file_error},
    ops::next_tensor,
    value::Value,
};

/// `ReadFile`: the whole contents.
pub(crate) fn read() -> Stateful {
    Box::new(|context, inputs| {
        let name = scalar("filename", &next_tensor(&mut inputs.into_iter())?)?;
        let path = context.resources.files().allow("ReadFile", &name)?;
        let contents = std::fs::read(&path).map_err(|error| file_error(&path, &error))?;
        Ok(vec![Value::from(Tensor::string(contents))])
    })
}

/// `WriteFile`: the whole contents, in directories that are made where they are not there.
pub(crate) fn write() -> Stateful {
    Box::new(|context, inputs| {
        let mut inputs = inputs.into_iter();
        let name = scalar("filename", &next_tensor(&mut inputs)?)?;
        let contents = next_tensor(&mut inputs)?;
        let [bytes] = contents.as_strings()? else {
            return Err(invalid_argument("Contents tensor must be scalar"));
        };
        let path = context.resources.files().allow("WriteFile", &name)?;
        if let Some(directory) = path.parent() {
            std::fs::create_dir_all(directory).map_err(|error| file_error(directory, &error))?;
        }
        std::fs::write(&path, bytes).map_err(|error| file_error(&path, &error))?;
        Ok(Vec::new())
    })
}

/// `MatchingFiles`: the names that match any of some patterns, sorted.
pub(crate) fn matching() -> Stateful {
    Box::new(|context, inputs| {
        let patterns = next_tensor(&mut inputs.into_iter())?;
        if patterns.shape().rank() > 1 {
            let shape = patterns.shape();
            return Err(invalid_argument(format!(
                "Input patterns tensor must be scalar or vector, but had shape: {shape}"
            )));
        }
        let mut found = Vec::new();
        for pattern in patterns.as_strings()? {
            let pattern = std::str::from_utf8(pattern).map_err(|_| invalid_argument("a pattern is not UTF-8"))?;
            found.extend(matches(context.resources.files(), pattern)?);
        }
        found.sort();
        let names: Vec<Vec<u8>> = found.into_iter().map(String::into_bytes).collect();
        Ok(vec![Value::from(Tensor::strings(Shape::vector(names.len()), names)?)])
    })
}

fn scalar(what: &str, tensor: &Tensor) -> Result<String> {
    match tensor.as_strings()? {
        [name] if tensor.shape().rank() == 0 => {
            String::from_utf8(name.clone()).map_err(|_| invalid_argument(format!("{what} is not UTF-8")))
        }
        _ => Err(invalid_argument(format!("Input {what} tensor must be scalar, but had shape: {}", tensor.shape()))),
    }
}

/// The files that a pattern matches, part by part of the path; a wildcard never matches a `/`.
fn matches(files: &FileAccess, pattern: &str) -> Result<Vec<String>> {
    let parts: Vec<&str> = pattern.split('/').collect();
    let plain = parts.iter().take_while(|part| !part.contains(['*', '?', '[', '\\'])).count();
    let start = parts[..plain].join("/");
    if plain == parts.len() {
        let exists = files.allow("MatchingFiles", &start)?.exists();
        return Ok(exists.then_some(start).into_iter().collect());
    }
    let mut found = vec![if start.is_empty() && pattern.starts_with('/') { "/".to_owned() } else { start }];
    files.allow("MatchingFiles", if found[0].is_empty() { "." } else { &found[0] })?;
    for part in &parts[plain..] {
        let mut next = Vec::new();
        for directory in &found {
            // A link out of the allowed directories is passed over, like one to nothing.
            let Ok(path) = files.allow("MatchingFiles", if directory.is_empty() { "." } else { directory }) else {
                continue;
            };
            for name in names(&path) {
                if glob(part.as_bytes(), name.as_bytes()) {
                    next.push(match directory.as_str() {
                        "" => name,
                        directory if directory.ends_with('/') => format!("{directory}{name}"),
                        directory => format!("{directory}/{name}"),
                    });
                }
            }
        }
        found = next;
    }
    Ok(found)
}

/// The names in a directory; none if it is none.
fn names(directory: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(directory) else { return Vec::new() };
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
}

/// Whether a name matches a pattern with `*`, `?`, `[a-z]`, `[!a]` and `\x`.
fn glob(pattern: &[u8], name: &[u8]) -> bool {
    let (mut p, mut n) = (0, 0);
    // Where the last star stands, and what it has taken so far; only the last one need ever take more.
    let mut star: Option<(usize, usize)> = None;
    loop {
        if pattern.get(p) == Some(&b'*') {
            star = Some((p, n));
            p += 1;
            continue;
        }
        match (name.get(n), one(&pattern[p..], name.get(n))) {
            (Some(_), Some(len)) => {
                p += len;
                n += 1;
            }
            (None, _) if p == pattern.len() => return true,
            (None, _) => return false,
            (Some(_), None) => match star {
                Some((at, taken)) => {
                    star = Some((at, taken + 1));
                    (p, n) = (at + 1, taken + 1);
                }
                None => return false,
            },
        }
    }
}

/// How many bytes the part of a pattern has that matches a byte, if it does.
fn one(pattern: &[u8], byte: Option<&u8>) -> Option<usize> {
    let byte = *byte?;
    match pattern {
        [b'?', ..] => Some(1),
        [b'\\', quoted, ..] => (*quoted == byte).then_some(2),
        [b'[', rest @ ..] => {
            let (negated, rest) = match rest {
                [b'!' | b'^', rest @ ..] => (true, rest),
                _ => (false, rest),
            };
            let end = rest.iter().skip(1).position(|byte| *byte == b']')? + 1;
            let (mut class, mut found) = (&rest[..end], false);
            while let [first, more @ ..] = class {
                class = match more {
                    [b'-', last, more @ ..] => {
                        found |= (*first..=*last).contains(&byte);
                        more
                    }
                    _ => {
                        found |= *first == byte;
                        more
                    }
                };
            }
            (found != negated).then_some(1 + usize::from(negated) + end + 1)
        }
        [plain, ..] => (*plain == byte).then_some(1),
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_patterns() {
        let matches = |pattern: &str, name: &str| glob(pattern.as_bytes(), name.as_bytes());
        assert!(
            matches("*.txt", "a.txt") && matches("a*b*c", "axxbyyc") && matches("?[0-9]", "x7") && matches("*", "")
        );
        assert!(matches("[!a]x", "bx") && matches(r"a\*", "a*") && matches("a**", "abc") && matches("[]x]", "]"));
        assert!(!matches("*.txt", "a.text") && !matches("a?", "a") && !matches("[!a]", "a") && !matches("", "a"));
        assert!(!matches("[a", "a") && !matches(r"a\*", "ab"));
        // Many stars take no longer than a few.
        assert!(!matches(&"*a".repeat(30), &"a".repeat(29)));
    }
}
