//! RegexFullMatch, StaticRegexFullMatch: whether each string matches a pattern from end to end.

use regatta_graph::Node;
use regatta_status::Result;
use regatta_tensor::Tensor;
use regex::bytes::Regex;

use super::{
    re2,
    text::{bytes_attr, scalar},
};
use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("RegexFullMatch", regex_full_match), ("StaticRegexFullMatch", static_regex_full_match)];

fn static_regex_full_match(node: &Node) -> Result<Kernel> {
    let regex = whole(&bytes_attr(node, "pattern")?)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        matches(&input, &regex)
    })))
}

fn regex_full_match(_: &Node) -> Result<Kernel> {
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [input, pattern] = take(inputs)?;
        let pattern = scalar(&pattern, |shape| format!("Pattern must be scalar, but received {shape}"))?;
        matches(&input, &whole(pattern)?)
    })))
}

fn whole(pattern: &[u8]) -> Result<Regex> {
    re2::compile(pattern, r"\A(?:", r")\z")
}

fn matches(input: &Tensor, regex: &Regex) -> Result<Vec<Tensor>> {
    let found = input.as_strings()?.iter().map(|text| regex.is_match(text)).collect();
    Ok(vec![Tensor::new(input.shape().clone(), found)?])
}
