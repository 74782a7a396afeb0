//! RE2's patterns, read by the regex crate.
//!
//! The two languages differ in details: the classes `\d \w \s \b` are ASCII's in RE2 and Unicode's here, `[a&&b]` intersects
//! here, and only RE2 has `\Q..\E` and `\C`. So a pattern is rewritten first.

use regatta_status::{Result, invalid_argument};
use regex::bytes::Regex;

/// The pattern of RE2 as it stands, and within `before` and `after`, which are of the regex crate's language.
pub(super) fn compile(pattern: &[u8], before: &str, after: &str) -> Result<Regex> {
    let shown = String::from_utf8_lossy(pattern);
    let invalid = |e: &dyn std::fmt::Display| invalid_argument(format!("Invalid pattern: {shown}, error: {e}"));
    let pattern = std::str::from_utf8(pattern).map_err(|_| invalid(&"invalid UTF-8"))?;
    let translated = from_re2(pattern).map_err(|e| invalid(&e))?;
    // The pattern by itself first: `a)(b` is none, though brackets around it would make it one.
    let alone = Regex::new(&translated).map_err(|e| invalid(&e))?;
    if before.is_empty() && after.is_empty() {
        return Ok(alone);
    }
    Regex::new(&format!("{before}{translated}{after}")).map_err(|e| invalid(&e))
}

/// RE2 repeats nothing more often than this.
const REPEATS_MAX: u32 = 1000;

/// An RE2 pattern in the regex crate's language, or what is wrong with it that the regex crate would let pass.
fn from_re2(pattern: &str) -> Result<String, String> {
    let mut result = String::with_capacity(pattern.len() + 8);
    // The operator just read that says how often: another may not follow.
    let mut repeated = false;
    let mut chars = pattern.chars().peekable();
    let mut class_len: Option<usize> = None;
    while let Some(c) = chars.next() {
        // How many characters of a class have gone by; a `]` that comes first is an ordinary one.
        let first_in_class = class_len == Some(0);
        let was_repeated = std::mem::take(&mut repeated);
        match c {
            '*' | '+' | '?' if class_len.is_none() => {
                if was_repeated {
                    return Err(format!("bad repetition operator: {c}"));
                }
                result.push(c);
                result.extend(chars.next_if_eq(&'?'));
                repeated = true;
            }
            '{' if class_len.is_none() => match repetition(chars.clone()) {
                Some(times) => {
                    if was_repeated || times.most > REPEATS_MAX {
                        return Err(format!("bad repetition operator: {{{}", times.text));
                    }
                    result.push('{');
                    result.extend(chars.by_ref().take(times.text.len()));
                    result.extend(chars.next_if_eq(&'?'));
                    repeated = true;
                }
                None => result.push_str(r"\{"),
            },
            '\\' => match chars.next() {
                Some('d') => result.push_str("[0-9]"),
                Some('D') => result.push_str("[^0-9]"),
                Some('w') => result.push_str("[0-9A-Za-z_]"),
                Some('W') => result.push_str("[^0-9A-Za-z_]"),
                Some('s') => result.push_str(r"[\t\n\f\r ]"),
                Some('S') => result.push_str(r"[^\t\n\f\r ]"),
                Some(edge @ ('b' | 'B')) if class_len.is_none() => result.push_str(&format!(r"(?-u:\{edge})")),
                Some('C') if class_len.is_none() => result.push_str("(?s-u:.)"),
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
    Ok(result)
}

/// How often, as it stands behind a `{`.
struct Repetition {
    text: String,
    most: u32,
}

/// `3}`, `3,}` or `3,5}`; anything else makes the bracket an ordinary character.
fn repetition(chars: std::iter::Peekable<std::str::Chars<'_>>) -> Option<Repetition> {
    let inside: String = chars.take(32).collect();
    let (inside, _) = inside.split_once('}')?;
    let (least, most) = inside.split_once(',').unwrap_or((inside, inside));
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().unwrap_or(u32::MAX));
    if least.is_empty() {
        return None;
    }
    let most = if most.is_empty() { number(least)? } else { number(least)?.max(number(most)?) };
    Some(Repetition { text: format!("{inside}}}"), most })
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
        let check = |pattern: &str, expected: &str| assert_eq!(from_re2(pattern).as_deref(), Ok(expected));
        check(r"a\d+\.b", r"a[0-9]+\.b");
        check(r"[\w-]", r"[[0-9A-Za-z_]-]");
        check(r"[[:alpha:]x]", r"[[:alpha:]x]");
        check(r"[]a]", r"[\]a]");
        check(r"[^]a&&b]", r"[^\]a\&\&b]");
        check(r"\Qa.b\E.", r"a\.b.");
        check(r"\", r"\");
        check(r"a{2,}?b{x", r"a{2,}?b\{x");
        assert!(from_re2("a++").is_err());
        assert!(from_re2("a{1001}").is_err());
    }
}
