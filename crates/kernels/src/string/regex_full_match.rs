//! StaticRegexFullMatch: whether each string matches a pattern from end to end.
//!
//! Patterns are RE2's. The regex crate's language differs in details: its classes `\d \w \s \b` are Unicode's and not ASCII's,
//! `[a&&b]` intersects, and `\Q..\E` does not quote. So a pattern is rewritten first.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;
use regex::bytes::Regex;

use crate::{Kernel, array::elements::take};

pub(crate) fn static_regex_full_match(node: &Node) -> Result<Kernel> {
    let pattern = node.attrs.str("pattern")?;
    let invalid = |e: &dyn std::fmt::Display| invalid_argument(format!("Invalid pattern: {pattern}, error: {e}"));
    let translated = from_re2(pattern);
    // The pattern by itself first: `a)(b` is none, though brackets around it would make it one.
    Regex::new(&translated).map_err(|e| invalid(&e))?;
    let regex = Regex::new(&format!(r"\A(?:{translated})\z")).map_err(|e| invalid(&e))?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        let matches = input.as_strings()?.iter().map(|text| regex.is_match(text)).collect();
        Ok(vec![Tensor::new(input.shape().clone(), matches)?])
    })))
}

/// An RE2 pattern in the regex crate's language.
fn from_re2(pattern: &str) -> String {
    let mut result = String::with_capacity(pattern.len() + 8);
    let mut chars = pattern.chars().peekable();
    let mut class_len: Option<usize> = None;
    while let Some(c) = chars.next() {
        // How many characters of a class have gone by; a `]` that comes first is an ordinary one.
        let first_in_class = class_len == Some(0);
        match c {
            '\\' => match chars.next() {
                Some('d') => result.push_str("[0-9]"),
                Some('D') => result.push_str("[^0-9]"),
                Some('w') => result.push_str("[0-9A-Za-z_]"),
                Some('W') => result.push_str("[^0-9A-Za-z_]"),
                Some('s') => result.push_str(r"[\t\n\f\r ]"),
                Some('S') => result.push_str(r"[^\t\n\f\r ]"),
                Some(edge @ ('b' | 'B')) if class_len.is_none() => result.push_str(&format!(r"(?-u:\{edge})")),
                Some('Q') if class_len.is_none() => result.push_str(&quoted(&mut chars)),
                Some(other) => result.extend(['\\', other]),
                None => result.push('\\'),
            },
            '[' if class_len.is_none() => {
                result.push('[');
                if chars.next_if_eq(&'^').is_some() {
                    result.push('^');
                }
                class_len = Some(0);
                continue;
            }
            '[' if chars.peek() == Some(&':') => {
                // A named class, `[:alpha:]`, which both languages have.
                result.push('[');
                while let Some(c) = chars.next() {
                    result.push(c);
                    if c == ':' && chars.next_if_eq(&']').is_some() {
                        result.push(']');
                        break;
                    }
                }
            }
            ']' if class_len.is_some() && !first_in_class => {
                result.push(']');
                class_len = None;
                continue;
            }
            '[' | ']' | '&' | '~' if class_len.is_some() => result.extend(['\\', c]),
            other => result.push(other),
        }
        class_len = class_len.map(|len| len + 1);
    }
    result
}

/// The text up to `\E`, or to the end, which means itself.
fn quoted(chars: &mut std::iter::Peekable<std::str::Chars<'_>>) -> String {
    let mut text = String::new();
    while let Some(c) = chars.next() {
        if c == '\\' && chars.next_if_eq(&'E').is_some() {
            break;
        }
        text.push(c);
    }
    regex::escape(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_rewritten() {
        let check = |pattern: &str, expected: &str| assert_eq!(from_re2(pattern), expected);
        check(r"a\d+\.b", r"a[0-9]+\.b");
        check(r"[\w-]", r"[[0-9A-Za-z_]-]");
        check(r"[[:alpha:]x]", r"[[:alpha:]x]");
        check(r"[]a]", r"[\]a]");
        check(r"[^]a&&b]", r"[^\]a\&\&b]");
        check(r"\Qa.b\E.", r"a\.b.");
        check(r"\", r"\");
    }
}
