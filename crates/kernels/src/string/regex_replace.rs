//! RegexReplace, StaticRegexReplace: what matches a pattern (the first, or all) replaced, with `\\1` for what its groups match.
//!
//! As RE2 does it: a rewrite that asks for more groups than there are changes nothing; one that is broken (`\\q`) changes
//! nothing either when only the first match is replaced, and otherwise puts in what stands before the break.

use regatta_graph::{AttrsExt, Node};
use regatta_status::Result;
use regex::bytes::{Captures, Regex};

use super::{
    re2,
    text::{bytes_attr, map, scalar},
};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("RegexReplace", regex_replace), ("StaticRegexReplace", static_regex_replace)];

fn static_regex_replace(node: &Node) -> Result<Kernel> {
    let replace_all = node.attrs.bool("replace_global")?;
    let regex = re2::compile(&bytes_attr(node, "pattern")?, "", "")?;
    let rewrite = Rewrite::read(&bytes_attr(node, "rewrite")?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        Ok(vec![map(&input, |text| Ok(replaced(text, &regex, &rewrite, replace_all)))?])
    })))
}

fn regex_replace(node: &Node) -> Result<Kernel> {
    let replace_all = node.attrs.bool("replace_global")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input, pattern, rewrite] = take(inputs)?;
        let pattern = scalar(&pattern, |shape| format!("Pattern must be scalar, but received {shape}"))?;
        let rewrite = scalar(&rewrite, |shape| format!("Rewrite must be scalar, but received {shape}"))?;
        let (regex, rewrite) = (re2::compile(pattern, "", "")?, Rewrite::read(rewrite));
        Ok(vec![map(&input, |text| Ok(replaced(text, &regex, &rewrite, replace_all)))?])
    })))
}

/// What a match is replaced by.
struct Rewrite {
    parts: Vec<Part>,
    is_broken: bool,
    /// The highest group asked for anywhere, even behind a break.
    highest: usize,
}

enum Part {
    Byte(u8),
    Group(usize),
}

impl Rewrite {
    fn read(text: &[u8]) -> Rewrite {
        let digit = |byte: u8| byte.is_ascii_digit().then(|| usize::from(byte - b'0'));
        let (mut parts, mut is_broken, mut bytes) = (Vec::new(), false, text.iter().copied());
        while let Some(byte) = bytes.next() {
            if byte != b'\\' {
                parts.push(Part::Byte(byte));
                continue;
            }
            match bytes.next() {
                Some(b'\\') => parts.push(Part::Byte(b'\\')),
                Some(next) if digit(next).is_some() => parts.push(Part::Group(digit(next).unwrap_or_default())),
                _ => {
                    is_broken = true;
                    break;
                }
            }
        }
        let asked = text.windows(2).filter(|pair| pair[0] == b'\\').filter_map(|pair| digit(pair[1]));
        Rewrite { parts, is_broken, highest: asked.max().unwrap_or_default() }
    }

    fn write(&self, found: &Captures<'_>, result: &mut Vec<u8>) {
        for part in &self.parts {
            match part {
                Part::Byte(byte) => result.push(*byte),
                Part::Group(group) => {
                    result.extend_from_slice(found.get(*group).map(|m| m.as_bytes()).unwrap_or_default());
                }
            }
        }
    }
}

fn replaced(text: &[u8], regex: &Regex, rewrite: &Rewrite, replace_all: bool) -> Vec<u8> {
    let may_not = rewrite.highest >= regex.captures_len() || (rewrite.is_broken && !replace_all);
    let (mut result, mut at, mut last_end) = (Vec::with_capacity(text.len()), 0, None);
    while !may_not
        && at <= text.len()
        && let Some(found) = regex.captures_at(text, at)
        && let Some(whole) = found.get(0)
    {
        result.extend_from_slice(&text[at..whole.start()]);
        if whole.is_empty() && Some(whole.start()) == last_end {
            // An empty match right behind another does not count; go on with the next character.
            let next = whole.start() + char_len(&text[whole.start()..]).max(1);
            result.extend_from_slice(text.get(whole.start()..next).unwrap_or_default());
            at = next;
            continue;
        }
        rewrite.write(&found, &mut result);
        at = whole.end();
        last_end = Some(at);
        if !replace_all {
            break;
        }
    }
    result.extend_from_slice(text.get(at..).unwrap_or_default());
    result
}

/// The bytes of the first character, one where it is no UTF-8.
fn char_len(text: &[u8]) -> usize {
    let len = match text.first() {
        None => 0,
        Some(0xc0..0xe0) => 2,
        Some(0xe0..0xf0) => 3,
        Some(0xf0..) => 4,
        Some(_) => 1,
    };
    match text.get(..len) {
        Some(char) if std::str::from_utf8(char).is_ok() => len,
        _ => text.len().min(1),
    }
}
