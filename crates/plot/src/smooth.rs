//! What is behind the noise of a curve, and fewer points where a picture has no room for them.

use crate::scene::Point;

/// A curve with fewer points is shown as it is.
const POINTS_MIN: usize = 30;

/// The window to each side, as a part of all points.
const WINDOW: f64 = 0.03;

/// A curve that moves to and fro by less than this part of its height is not noisy.
const NOISE_MIN: f64 = 0.04;

/// The means of the points around each, if the curve is noisy. At its beginning, where curves are steep, the window is cut
/// on both sides, so that the mean does not lag behind.
pub fn smoothed(points: &[Point]) -> Option<Vec<Point>> {
    if points.len() < POINTS_MIN || !is_noisy(points) {
        return None;
    }
    let reach = ((points.len() as f64 * WINDOW) as usize).max(3);
    // Sums of all values before each: a window's mean is one subtraction.
    let mut sums = vec![0.0];
    sums.extend(points.iter().scan(0.0, |sum, (_, value)| {
        *sum += value;
        Some(*sum)
    }));
    let mean = |at: usize| {
        let first = at.saturating_sub(reach);
        let last = (at + reach.min(at)).min(points.len() - 1);
        (sums[last + 1] - sums[first]) / (last + 1 - first) as f64
    };
    Some(points.iter().enumerate().map(|(at, (step, _))| (*step, mean(at))).collect())
}

/// Asked of the second half, where what is left of a fall does not hide the noise.
fn is_noisy(points: &[Point]) -> bool {
    let late = points.get(points.len() / 2..).unwrap_or(points);
    let values = || late.iter().map(|(_, value)| *value);
    let height = values().fold(f64::MIN, f64::max) - values().fold(f64::MAX, f64::min);
    // The way from each point to the middle of its neighbours: nothing on a straight line, however steep.
    let bends = late.windows(3).map(|three| match three {
        [(_, a), (_, b), (_, c)] => (b - (a + c) / 2.0).abs(),
        _ => 0.0,
    });
    bends.sum::<f64>() / late.len() as f64 > NOISE_MIN * height && height.is_finite()
}

/// At most about two points for each of so many columns: the lowest and the highest, in their order, so that no peak is lost.
/// The points are in the order of their steps.
pub fn thinned(points: &[Point], columns: usize) -> Vec<Point> {
    if points.len() <= 2 * columns.max(1) {
        return points.to_vec();
    }
    let size = points.len().div_ceil(columns.max(1));
    let extremes = points.chunks(size).flat_map(|chunk| {
        let by_value = |a: &&Point, b: &&Point| a.1.total_cmp(&b.1);
        let mut ends: Vec<Point> =
            chunk.iter().min_by(by_value).into_iter().chain(chunk.iter().max_by(by_value)).copied().collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        ends
    });
    extremes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(count: usize, value: impl Fn(usize) -> f64) -> Vec<Point> {
        (0..count).map(|k| (k as f64, value(k))).collect()
    }

    #[test]
    fn noise_is_taken_away_and_smooth_curves_stay() {
        let noisy = smoothed(&curve(400, |k: usize| 1.0 + if k.is_multiple_of(2) { 0.5 } else { -0.5 })).unwrap();
        assert!(noisy.iter().skip(20).all(|(_, value)| (value - 1.0).abs() < 0.05));
        assert_eq!(noisy.len(), 400);
        assert!(smoothed(&curve(400, |k| 2.3 * (-(k as f64) / 50.0).exp())).is_none());
        let fallen = |k: usize| 1e4 * (-(k as f64) / 20.0).exp() + if k.is_multiple_of(2) { 5.0 } else { 6.0 };
        assert!(smoothed(&curve(400, fallen)).is_some(), "noise that is small beside the fall is noise");
        assert!(smoothed(&curve(10, |k| (k % 2) as f64)).is_none());
        assert!(smoothed(&curve(100, |_| 1.0)).is_none());
    }

    #[test]
    fn no_peak_is_lost() {
        let points = curve(100_000, |k| if k == 54_321 { 9.0 } else { 0.0 });
        let few = thinned(&points, 500);
        assert!(few.len() <= 1000 && few.contains(&(54_321.0, 9.0)));
        assert!(few.is_sorted_by(|a, b| a.0 <= b.0));
    }
}
