//! How many local steps to make between two averages: the control algorithm of Wang et al., "When Edge Meets Learning: Adaptive
//! Control for Resource-Constrained Distributed Machine Learning" (INFOCOM 2018).
//!
//! Each round the workers report what a local step and an average cost them, and three properties of their losses that say how much
//! longer rounds harm: rho (how fast the loss changes), beta (how fast its gradient changes) and delta (how much a worker's
//! gradient differs from the mean of all). The number of local steps that promises the most progress for its cost is
//!
//! ```text
//!     argmax over H of   H / (c H + b) * (eta (1 - beta eta / 2) - rho phi h(H) / H)
//!     with               h(H) = delta / beta * ((eta beta + 1)^H - 1) - eta delta H
//! ```
//!
//! looked for up to ten times the present number. With a budget the last rounds are made so short that it suffices.

/// At most so many local steps.
const LONGEST: i64 = 100;
/// At most so many times those of the round before.
const GROWTH: i64 = 10;
/// The paper's phi: how much the harm of longer rounds counts.
const HARM: f64 = 0.025;

/// What is known of the cost of training.
#[derive(Debug)]
pub(super) struct Control {
    /// Seconds that are left, if they are counted.
    left: Option<f64>,
}

impl Control {
    pub(super) fn new(seconds: Option<f64>) -> Control {
        Control { left: seconds }
    }

    /// Whether the budget does not suffice for another round.
    pub(super) fn is_spent(&self) -> bool {
        self.left.is_some_and(|left| left <= 0.0)
    }

    /// How many local steps the next round has, after one of `steps`. Reports that make no sense are not believed.
    pub(super) fn next(&mut self, steps: i64, reports: &[&[f64]]) -> i64 {
        let Some(mean) = Report::mean(reports) else { return steps };
        let mut best = best_of(&mean, steps.saturating_mul(GROWTH).clamp(1, LONGEST));
        if let Some(left) = &mut self.left {
            *left -= mean.step_seconds * steps as f64 + mean.average_seconds;
            let affordable = ((*left - mean.average_seconds) / mean.step_seconds.max(1e-9)).floor() as i64;
            if affordable < 1 {
                *left = 0.0;
            }
            best = best.min(affordable.max(1));
        }
        best
    }
}

/// The number of steps with the most progress for its cost; the smallest such.
fn best_of(report: &Report, longest: i64) -> i64 {
    let mut best = (1, f64::NEG_INFINITY);
    for steps in 1..=longest {
        let gain = gain(report, steps as f64);
        if gain > best.1 {
            best = (steps, gain);
        }
    }
    best.0
}

fn gain(report: &Report, steps: f64) -> f64 {
    let Report { rho, beta, delta, eta, step_seconds, average_seconds } = *report;
    let harm = match beta > 0.0 {
        true => delta / beta * ((eta * beta + 1.0).powf(steps) - 1.0) - eta * delta * steps,
        false => 0.0,
    };
    let cost = step_seconds * steps + average_seconds;
    steps / cost.max(1e-9) * (eta * (1.0 - beta * eta / 2.0) - rho * HARM * harm / steps)
}

/// The means of what the workers of a round have measured.
#[derive(Debug)]
struct Report {
    rho: f64,
    beta: f64,
    delta: f64,
    /// The learning rate.
    eta: f64,
    step_seconds: f64,
    average_seconds: f64,
}

impl Report {
    /// The mean of reports, without those that are incomplete or absurd.
    fn mean(reports: &[&[f64]]) -> Option<Report> {
        let sane = |report: &[f64]| {
            let numbers = <[f64; 6]>::try_from(report).ok()?;
            numbers.iter().all(|number| number.is_finite() && *number >= 0.0).then_some(numbers)
        };
        let sane: Vec<[f64; 6]> = reports.iter().filter_map(|report| sane(report)).collect();
        let mean = |place: usize| sane.iter().map(|report| report[place]).sum::<f64>() / sane.len() as f64;
        (!sane.is_empty()).then(|| Report {
            rho: mean(0),
            beta: mean(1),
            delta: mean(2),
            eta: mean(3),
            step_seconds: mean(4),
            average_seconds: mean(5),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// rho, beta, delta, eta, seconds of a step, seconds of an average.
    fn next(steps: i64, report: [f64; 6]) -> i64 {
        Control::new(None).next(steps, &[&report])
    }

    #[test]
    fn dear_averages_make_rounds_longer() {
        let cheap = next(50, [1.0, 5.0, 1.0, 0.01, 0.01, 0.0]);
        let dear = next(50, [1.0, 5.0, 1.0, 0.01, 0.01, 0.1]);
        let dearer = next(50, [1.0, 5.0, 1.0, 0.01, 0.01, 1.0]);
        assert_eq!(cheap, 1);
        assert!(cheap < dear && dear < dearer, "{cheap}, {dear}, {dearer}");
    }

    #[test]
    fn workers_that_disagree_make_rounds_shorter() {
        let alike = next(50, [1.0, 5.0, 0.1, 0.01, 0.01, 0.1]);
        let different = next(50, [1.0, 5.0, 10.0, 0.01, 0.01, 0.1]);
        assert!(different < alike, "{different}, {alike}");
    }

    #[test]
    fn rounds_grow_by_ten_at_most_and_end_somewhere() {
        assert_eq!(next(1, [0.0, 0.0, 0.0, 0.01, 0.001, 1.0]), 10);
        assert_eq!(next(90, [0.0, 0.0, 0.0, 0.01, 0.001, 1.0]), LONGEST);
    }

    #[test]
    fn a_budget_is_not_exceeded_by_much() {
        let mut control = Control::new(Some(10.0));
        let (mut spent, mut steps) = (0.0, 1);
        while !control.is_spent() {
            spent += steps as f64 * 0.1 + 0.5;
            steps = control.next(steps, &[&[0.0, 0.0, 0.0, 0.01, 0.1, 0.5]]);
        }
        assert!((9.0..=10.0).contains(&spent), "{spent} s");
    }

    #[test]
    fn absurd_reports_are_not_believed() {
        assert_eq!(next(7, [f64::NAN, 1.0, 1.0, 1.0, 1.0, 1.0]), 7);
        assert_eq!(next(7, [-1.0, 1.0, 1.0, 1.0, 1.0, 1.0]), 7);
        assert_eq!(Control::new(None).next(7, &[&[1.0, 2.0], &[]]), 7);
    }
}
