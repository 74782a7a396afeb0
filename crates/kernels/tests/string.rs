//! String kernels against real TensorFlow.

#[allow(dead_code)]
mod array_golden;

#[test]
fn as_tensorflow() {
    array_golden::check_all(
        include_str!("data/golden_string.txt"),
        // The text after "error:" is the regex library's.
        &[("StaticRegexFullMatch", "says 'Invalid pattern: (, error: ")],
    );
}
