//! The `grpc-timeout` header: how long the caller will wait, as at most eight digits and a unit.
//!
//! Rounded up when written, so that a peer never gives up before the caller does.

use std::time::Duration;

use http::HeaderValue;

const DIGITS_MAX: u128 = 99_999_999;

/// Writes a timeout in the finest unit it fits.
pub(super) fn encode(timeout: Duration) -> HeaderValue {
    let units = [(1_u128, 'n'), (1_000, 'u'), (1_000_000, 'm'), (1_000_000_000, 'S'), (60_000_000_000, 'M')];
    let nanos = timeout.as_nanos();
    let (count, unit) = units
        .into_iter()
        .map(|(size, unit)| (nanos.div_ceil(size), unit))
        .find(|(count, _)| *count <= DIGITS_MAX)
        .unwrap_or((nanos.div_ceil(3_600_000_000_000).min(DIGITS_MAX), 'H'));
    HeaderValue::from_str(&format!("{count}{unit}")).unwrap_or_else(|_| HeaderValue::from_static("0n"))
}

/// Reads a timeout; `None` if it is not one.
pub(super) fn decode(value: &HeaderValue) -> Option<Duration> {
    let (unit, digits) = value.as_bytes().split_last()?;
    if digits.is_empty() || digits.len() > 8 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let count: u64 = std::str::from_utf8(digits).ok()?.parse().ok()?;
    Some(match unit {
        b'H' => Duration::from_secs(count * 3600),
        b'M' => Duration::from_secs(count * 60),
        b'S' => Duration::from_secs(count),
        b'm' => Duration::from_millis(count),
        b'u' => Duration::from_micros(count),
        b'n' => Duration::from_nanos(count),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_survive_the_header() {
        let check = |timeout: Duration, text: &str| {
            let value = encode(timeout);
            assert_eq!(value.to_str().unwrap(), text);
            assert!(decode(&value).unwrap() >= timeout.min(Duration::from_secs(99_999_999 * 3600)));
        };
        check(Duration::ZERO, "0n");
        check(Duration::from_millis(20), "20000000n");
        check(Duration::from_millis(1500), "1500000u");
        check(Duration::from_secs(100), "100000m");
        check(Duration::from_secs(99_999_999) + Duration::from_nanos(1), "1666667M");
        check(Duration::MAX, "99999999H");
        for bad in ["", "n", "1", "-1S", "123456789S", "1x", "1 S"] {
            assert_eq!(decode(&HeaderValue::from_static(bad)), None, "{bad}");
        }
    }
}
