//! What a client program reported, and where two runs of it disagree.

use std::collections::BTreeMap;

use serde_json::Value;

/// The `@name value` lines of a program.
pub type Results = BTreeMap<String, Value>;

/// Reads the `@name value` lines of a program's output; other lines are for people.
pub fn parse(stdout: &str) -> Results {
    let reports = stdout.lines().filter_map(|line| line.strip_prefix('@')?.split_once(' '));
    reports
        .map(|(name, value)| {
            let value = serde_json::from_str(value).unwrap_or_else(|error| panic!("{name} reported {value}: {error}"));
            (name.to_owned(), value)
        })
        .collect()
}

/// One line for each result that is missing, extra or different; numbers may differ by `tolerance`.
pub fn differences(reference: &Results, ours: &Results, tolerance: f64) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, expected) in reference {
        match ours.get(name) {
            None => lines.push(format!("{name}: missing, TensorFlow has {expected}")),
            Some(value) if !agree(expected, value, tolerance) => {
                lines.push(format!("{name}: {value}, TensorFlow has {expected}"));
            }
            Some(_) => {}
        }
    }
    let extra = ours.iter().filter(|(name, _)| !reference.contains_key(*name));
    lines.extend(extra.map(|(name, value)| format!("{name}: {value}, TensorFlow reports nothing")));
    lines
}

fn agree(a: &Value, b: &Value, tolerance: f64) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap_or(f64::NAN), b.as_f64().unwrap_or(f64::NAN));
            // Relative for large numbers, so that sums in another order still agree.
            a == b || (a - b).abs() <= tolerance * a.abs().max(1.0)
        }
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agree(a, b, tolerance))
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_compared() {
        let reference = parse("noise\n@a [1.0, 2]\n@b \"x\"\n@gone true\n");
        let ours = parse("@a [1.0001, 2]\n@b \"y\"\n@more 3");
        let expected = [
            "b: \"y\", TensorFlow has \"x\"",
            "gone: missing, TensorFlow has true",
            "more: 3, TensorFlow reports nothing",
        ];
        assert_eq!(differences(&reference, &ours, 1e-3), expected);
        assert!(differences(&reference, &ours, 1e-6)[0].starts_with("a: "));
    }
}
