//! Axes: which stretch of numbers is shown, where its ticks are, and what they are called.

/// How numbers are laid out along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Linear,
    /// For positive numbers whose sizes differ much.
    Logarithmic,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    Plain,
    Percent,
}

/// A stretch of numbers with its ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    scale: Scale,
    low: f64,
    high: f64,
    pub ticks: Vec<Tick>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub value: f64,
    pub label: String,
}

impl Axis {
    /// An axis from exactly `low` to `high`, with about so many ticks within.
    pub fn exact(low: f64, high: f64, count: usize) -> Axis {
        let (low, high) = widened(low, high);
        let step = nice_step(high - low, count);
        let ticks = multiples((low / step).ceil(), (high / step).floor(), step, Numbers::Plain);
        Axis { scale: Scale::Linear, low, high, ticks }
    }

    /// An axis that begins and ends at ticks, of which there are about so many.
    pub fn rounded(low: f64, high: f64, count: usize, numbers: Numbers) -> Axis {
        let (low, high) = widened(low, high);
        let step = nice_step(high - low, count);
        let (first, last) = ((low / step).floor(), (high / step).ceil());
        let ticks = multiples(first, last, step, numbers);
        Axis { scale: Scale::Linear, low: first * step, high: last * step, ticks }
    }

    /// A logarithmic axis, with ticks at 1, 2 and 5, or at powers of ten alone if there are many of them.
    pub fn logarithmic(low: f64, high: f64) -> Axis {
        const LOWEST: f64 = 1e-300;
        let (low, high) = (low.max(LOWEST), high.max(LOWEST));
        let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        let every = ((last - first) / 6).max(1);
        let within: &[f64] = if last - first <= 3 { &[1.0, 2.0, 5.0] } else { &[1.0] };
        let powers = (first..=last).filter(|power| (power - first) % every == 0);
        let values = powers.flat_map(|power| within.iter().map(move |digit| digit * 10f64.powi(power)));
        let (low, high) = (low / 1.15, high * 1.15);
        let ticks = values.filter(|value| (low..=high).contains(value));
        let ticks = ticks.map(|value| Tick { value, label: short(value) }).collect();
        Axis { scale: Scale::Logarithmic, low, high, ticks }
    }

    pub fn is_logarithmic(&self) -> bool {
        self.scale == Scale::Logarithmic
    }

    /// Where a number is: 0 at the low end, 1 at the high one.
    pub fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.low) / (self.high - self.low),
            Scale::Logarithmic => (value.max(self.low).ln() - self.low.ln()) / (self.high.ln() - self.low.ln()),
        }
    }
}

/// A stretch that is not empty, also around a curve that is flat.
fn widened(low: f64, high: f64) -> (f64, f64) {
    // Below that, numbers next to each other cannot be told apart on the axis.
    let least = 1e-9 * low.abs().max(high.abs()).max(1e-30);
    if high - low > least { (low, high) } else { (low - low.abs().max(1.0) / 2.0, high + high.abs().max(1.0) / 2.0) }
}

/// 1, 2 or 5 times a power of ten, so that there are about `count` steps.
fn nice_step(length: f64, count: usize) -> f64 {
    let rough = length / count.max(1) as f64;
    let power = 10f64.powf(rough.log10().floor());
    let digit = [1.0, 2.0, 5.0].into_iter().find(|digit| digit * power >= rough * 0.999).unwrap_or(10.0);
    digit * power
}

fn multiples(first: f64, last: f64, step: f64, numbers: Numbers) -> Vec<Tick> {
    let count = (last - first).clamp(0.0, 100.0) as usize;
    let values = (0..=count).map(|k| (first + k as f64) * step);
    values.map(|value| Tick { value, label: label(value, step, numbers) }).collect()
}

/// A tick's number, with the digits that tell it from its neighbours.
fn label(value: f64, step: f64, numbers: Numbers) -> String {
    let (value, step, unit) = match numbers {
        Numbers::Plain => (value, step, ""),
        Numbers::Percent => (value * 100.0, step * 100.0, "%"),
    };
    // -0 is no number to show.
    let value = if value.abs() < step / 1e3 { 0.0 } else { value };
    if value != 0.0 && (value.abs() >= 1e9 || step < 1e-5) {
        return format!("{value:.1e}{unit}").replace('-', "−");
    }
    if step >= 1.0 {
        return format!("{}{unit}", grouped(value));
    }
    let digits = (-(step * 1.001).log10().floor()).clamp(0.0, 12.0) as usize;
    format!("{value:.digits$}{unit}").replace('-', "−")
}

/// A whole number with commas: 12,000.
fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", value.abs());
    let count = digits.len();
    let with_commas = digits.chars().enumerate().flat_map(|(place, digit)| {
        let comma = (place > 0 && (count - place).is_multiple_of(3)).then_some(',');
        comma.into_iter().chain([digit])
    });
    (value < 0.0).then_some('−').into_iter().chain(with_commas).collect()
}

/// A number with three digits, for legends.
pub fn three_digits(value: f64) -> String {
    let size = value.abs();
    let text = match size {
        0.0 => "0".to_owned(),
        _ if !(1e-4..1e7).contains(&size) => format!("{value:.2e}"),
        _ if size >= 999.5 => return grouped(value),
        _ => {
            let digits = (2 - size.log10().floor() as i32).clamp(0, 6) as usize;
            format!("{value:.digits$}")
        }
    };
    text.replace('-', "−")
}

/// 1, 2 or 5 times a power of ten, as short as it can be.
fn short(value: f64) -> String {
    if !(1e-4..1e7).contains(&value) {
        return format!("{value:.0e}").replace('-', "−");
    }
    if value >= 1000.0 { grouped(value) } else { format!("{}", (value * 1e6).round() / 1e6) }
}

/// A share as a percentage.
pub fn percent(value: f64) -> String {
    format!("{:.2}%", value * 100.0)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn labels(axis: &Axis) -> Vec<&str> {
        axis.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn ticks_are_round_numbers() {
        assert_eq!(labels(&Axis::rounded(0.03, 2.31, 5, Numbers::Plain)), ["0.0", "0.5", "1.0", "1.5", "2.0", "2.5"]);
        assert_eq!(labels(&Axis::rounded(0.62, 0.98, 5, Numbers::Percent)), ["60%", "70%", "80%", "90%", "100%"]);
        assert_eq!(labels(&Axis::exact(1.0, 2000.0, 5)), ["500", "1,000", "1,500", "2,000"]);
        assert_eq!(labels(&Axis::rounded(-1.0, 1.0, 4, Numbers::Plain)), ["−1.0", "−0.5", "0.0", "0.5", "1.0"]);
        assert_eq!(labels(&Axis::logarithmic(0.03, 2.3)), ["0.05", "0.1", "0.2", "0.5", "1", "2"]);
        assert_eq!(labels(&Axis::logarithmic(900.0, 21_000.0)), ["1,000", "2,000", "5,000", "10,000", "20,000"]);
        assert_eq!([1147.88, 0.031_27, 0.3, -12.0, 0.0].map(three_digits), ["1,148", "0.0313", "0.300", "−12.0", "0"]);
        assert_eq!(percent(0.97531), "97.53%");
    }

    #[test]
    fn a_flat_curve_has_an_axis() {
        for value in [0.0, 5.0, -3.0, 1e300, 1e-300] {
            let axis = Axis::rounded(value, value, 5, Numbers::Plain);
            assert!((0.0..=1.0).contains(&axis.place(value)), "{axis:?}");
        }
    }

    proptest! {
        #[test]
        fn values_lie_on_their_axes_and_ticks_are_few(low in -1e12..1e12f64, length in 0.0..1e12f64, at in 0.0..=1.0f64) {
            let high = low + length;
            let value = low + at * length;
            for axis in [Axis::exact(low, high, 6), Axis::rounded(low, high, 5, Numbers::Plain)] {
                prop_assert!((-1e-6..=1.0 + 1e-6).contains(&axis.place(value)), "{} on {:?}", value, axis);
                prop_assert!(axis.ticks.len() <= 13, "{:?}", axis);
            }
        }

        #[test]
        fn logarithms_too(low in 1e-12..1e3f64, factor in 1.0..1e12f64) {
            let axis = Axis::logarithmic(low, low * factor);
            prop_assert!(axis.place(low) >= 0.0 && axis.place(low * factor) <= 1.0);
            prop_assert!(axis.ticks.len() <= 13, "{:?}", axis);
        }
    }
}
