//! Numbers as text, as C's `printf` writes them, and text as numbers, as C's `strtod` reads them.

/// `%.<digits>f`
pub(crate) fn fixed(value: f64, digits: usize) -> String {
    odd(value).unwrap_or_else(|| format!("{value:.digits$}"))
}

/// `%.<digits>e`: the exponent has a sign and at least two digits.
pub(crate) fn scientific(value: f64, digits: usize) -> String {
    odd(value).unwrap_or_else(|| {
        let text = format!("{value:.digits$e}");
        let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, size) = exponent.strip_prefix('-').map_or(('+', exponent), |size| ('-', size));
        format!("{mantissa}e{sign}{size:0>2}")
    })
}

/// `%.<digits>g`, or with `keep_zeros` `%#.<digits>g`: whichever of the two others is shorter for this exponent.
pub(crate) fn general(value: f64, digits: usize, keep_zeros: bool) -> String {
    if let Some(text) = odd(value) {
        return text;
    }
    let digits = digits.max(1);
    let text = scientific(value, digits - 1);
    let exponent: i64 = text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or_default();
    if (-4..digits as i64).contains(&exponent) {
        let text = fixed(value, (digits as i64 - 1 - exponent) as usize);
        return if keep_zeros { with_point(text) } else { without_zeros(&text).to_owned() };
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "+00"));
    match keep_zeros {
        true => format!("{}e{exponent}", with_point(mantissa.to_owned())),
        false => format!("{}e{exponent}", without_zeros(mantissa)),
    }
}

/// With a decimal point, even if no digit follows it.
pub(crate) fn with_point(mut text: String) -> String {
    if !text.contains('.') && text.bytes().any(|byte| byte.is_ascii_digit()) {
        text.push('.');
    }
    text
}

fn without_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

/// Infinities and NaNs, whose sign C shows.
fn odd(value: f64) -> Option<String> {
    let sign = if value.is_sign_negative() { "-" } else { "" };
    match value {
        _ if value.is_nan() => Some(format!("{sign}nan")),
        _ if value.is_infinite() => Some(format!("{sign}inf")),
        _ => None,
    }
}

/// A double as TensorFlow shows it in messages: fifteen digits, or seventeen where those would not read back as the same.
pub(crate) fn shown_f64(value: f64) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    let text = general(value, 15, false);
    if text.parse() == Ok(value) { text } else { general(value, 17, false) }
}

/// A float as TensorFlow shows it in messages: six digits, or nine where those would not read back as the same.
pub(crate) fn shown_f32(value: f32) -> String {
    if value.is_nan() {
        return "nan".into();
    }
    let text = general(value.into(), 6, false);
    if text.parse() == Ok(value) { text } else { general(value.into(), 9, false) }
}

/// The number that a text is, with white space around it, as `strtod` reads it: decimal, hexadecimal, `inf`, `nan`.
pub(crate) fn parse_f64(text: &[u8]) -> Option<f64> {
    parse_float(text, |decimal| decimal.parse().ok(), |hex| hex)
}

/// As [`parse_f64`], rounded once.
pub(crate) fn parse_f32(text: &[u8]) -> Option<f32> {
    parse_float(text, |decimal| decimal.parse().ok(), |hex| hex as f32)
}

fn parse_float<T: std::ops::Neg<Output = T>>(
    text: &[u8],
    decimal: fn(&str) -> Option<T>,
    from_hex: fn(f64) -> T,
) -> Option<T> {
    let text = std::str::from_utf8(super::text::trimmed(text)).ok()?;
    let (negative, size) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    // Rust takes a second sign for its own.
    if size.starts_with(['+', '-']) {
        return None;
    }
    let value = match size.strip_prefix("0x").or_else(|| size.strip_prefix("0X")) {
        Some(hex) => from_hex(parse_hex(hex)?),
        None => decimal(size)?,
    };
    Some(if negative { -value } else { value })
}

/// `1a.8p-3` without its `0x`.
fn parse_hex(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.find(['p', 'P']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut value = 0.0f64;
    for digit in whole.chars().chain(fraction.chars()) {
        value = value * 16.0 + f64::from(digit.to_digit(16)?);
    }
    let shift = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    Some(value * 2.0f64.powi(exponent.checked_sub(shift)?))
}

/// A whole number with white space around it; `None` if it is none, or if the type cannot hold it.
pub(crate) fn parse_int<T: std::str::FromStr>(text: &[u8]) -> Option<T> {
    let text = std::str::from_utf8(super::text::trimmed(text)).ok()?;
    // `+-1` is no number to anybody; Rust reads a single sign as C does.
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_c_does() {
        assert_eq!(general(100000.0, 6, false), "100000");
        assert_eq!(general(1e6, 6, false), "1e+06");
        assert_eq!(general(1.0, 6, true), "1.00000");
        assert_eq!(general(0.0001, 6, false), "0.0001");
        assert_eq!(general(0.00001234, 6, false), "1.234e-05");
        assert_eq!(scientific(0.0, 6), "0.000000e+00");
        assert_eq!(shown_f32(1.234_567_9), "1.23456788");
        assert_eq!(shown_f64(1.0 / 3.0), "0.33333333333333331");
        assert_eq!(fixed(-f64::NAN.abs(), 3), "-nan");
    }

    #[test]
    fn numbers_are_read_as_c_does() {
        assert_eq!(parse_f64(b" 0x1p3\n"), Some(8.0));
        assert_eq!(parse_f64(b"+-1"), None);
        assert_eq!(parse_f32(b"-.5"), Some(-0.5));
        assert_eq!(parse_f32(b"0x"), None);
        assert_eq!(parse_int::<i32>(b" 3 "), Some(3));
        assert_eq!(parse_int::<i32>(b"3000000000"), None);
    }
}
