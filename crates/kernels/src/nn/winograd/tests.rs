//! Minimal filtering beside the direct way.

use proptest::prelude::*;
use regatta_tensor::Shape;

use super::*;
use crate::nn::window::Moves;

/// Elements that look arbitrary, between -1 and 1, the same in `f32` and `f64`.
fn arbitrary(count: usize, seed: u64) -> Vec<f64> {
    let mut state = seed | 1;
    let mut next = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        f64::from((state >> 40) as i32 - (1 << 23)) / f64::from(1 << 23)
    };
    (0..count).map(|_| next()).collect()
}

fn narrow(values: &[f64]) -> Vec<f32> {
    values.iter().map(|x| *x as f32).collect()
}

fn wide(values: &[f32]) -> Vec<f64> {
    values.iter().map(|x| f64::from(*x)).collect()
}

/// A convolution with its images, its filter and a gradient of its output.
struct Case {
    convolution: Convolution,
    images: Vec<f64>,
    filter: Vec<f64>,
    gradient: Vec<f64>,
}

impl Case {
    fn new(images: [usize; 4], taps: usize, outputs: usize, sides: [(i64, i64); 2]) -> Case {
        let filter = [taps, taps, images[3], outputs];
        let convolution = Convolution::new(&Moves::one_by_one(sides), images, &Shape::new(&filter).unwrap()).unwrap();
        Case {
            convolution,
            images: arbitrary(images.iter().product(), 1),
            filter: arbitrary(filter.iter().product(), 2),
            gradient: arbitrary(convolution.output().iter().product(), 3),
        }
    }

    /// That both ways agree: exactly but for rounding in `f64`, and well enough in `f32`.
    fn check(&self) {
        let Some(tiled) = Winograd::for_any::<f64>(&self.convolution) else {
            assert_eq!(self.convolution.output().iter().product::<usize>(), 0);
            return;
        };
        // Every element is to be finished once.
        let finish = |part: &mut [f64]| part.iter_mut().for_each(|x| *x += 1.0);
        let finish_narrow = |part: &mut [f32]| part.iter_mut().for_each(|x| *x += 1.0);
        let output = self.convolution.forward_directly(&self.images, &self.filter, finish).unwrap();
        let filter = self.convolution.backward_filter_directly(&self.images, &self.gradient).unwrap();
        let (images, gradient) = (narrow(&self.images), narrow(&self.gradient));
        close(&tiled.forward(&self.images, &self.filter, finish).unwrap(), &output, 1e-13);
        close(&tiled.backward_filter(&self.images, &self.gradient).unwrap(), &filter, 1e-13);
        close(&wide(&tiled.forward(&images, &narrow(&self.filter), finish_narrow).unwrap()), &output, 3e-5);
        close(&wide(&tiled.backward_filter(&images, &gradient).unwrap()), &filter, 3e-5);
    }
}

/// That the largest difference is so much of the largest element (or of 1) at most.
fn close(got: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(got.len(), expected.len());
    let largest = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    for (k, (got, expected)) in got.iter().zip(expected).enumerate() {
        assert!((got - expected).abs() <= tolerance * largest, "{k}: {got}, not {expected} ({largest})");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn both_ways_agree(
        batch in 0..4usize,
        (rows, columns) in (0..20usize, 0..20usize),
        (inputs, outputs) in (1..40usize, 1..40usize),
        taps in prop_oneof![Just(3usize), Just(5)],
        sides in any::<[u8; 4]>(),
    ) {
        // Up to more padding than window.
        let [above, below, left, right] = sides.map(|side| i64::from(side % 8));
        // A window must fit.
        let rows = rows.max((taps as i64 - above - below).max(0) as usize);
        let columns = columns.max((taps as i64 - left - right).max(0) as usize);
        Case::new([batch, rows, columns, inputs], taps, outputs, [(above, below), (left, right)]).check();
    }
}

#[test]
fn large_batches_agree() {
    // Shared out among threads, in several chunks each.
    Case::new([9, 14, 14, 32], 5, 64, [(2, 2); 2]).check();
    Case::new([2, 40, 37, 24], 3, 16, [(1, 1); 2]).check();
}

#[test]
fn errors_are_as_documented() {
    for (taps, side) in [(5, 2), (3, 1)] {
        let case = Case::new([4, 14, 14, 32], taps, 64, [(side, side); 2]);
        let tiled = Winograd::for_any::<f32>(&case.convolution).unwrap();
        let (images, gradient) = (narrow(&case.images), narrow(&case.gradient));
        let exact = case.convolution.forward_directly(&case.images, &case.filter, |_| ()).unwrap();
        close(&wide(&tiled.forward(&images, &narrow(&case.filter), |_| ()).unwrap()), &exact, 1e-5);
        let exact = case.convolution.backward_filter_directly(&case.images, &case.gradient).unwrap();
        close(&wide(&tiled.backward_filter(&images, &gradient).unwrap()), &exact, 1e-5);
    }
}

#[test]
fn gradients_are_adjoint() {
    let case = Case::new([3, 13, 14, 32], 5, 64, [(2, 2), (0, 3)]);
    assert!(Winograd::of::<f64>(&case.convolution).is_some());
    let dot = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
    let output = case.convolution.forward(&case.images, &case.filter, |_| ()).unwrap();
    let images = case.convolution.backward_images(&case.filter, &case.gradient).unwrap();
    let filter = case.convolution.backward_filter(&case.images, &case.gradient).unwrap();
    let expected = dot(&output, &case.gradient);
    assert!((dot(&images, &case.images) - expected).abs() < 1e-9 * expected.abs().max(1.0));
    assert!((dot(&filter, &case.filter) - expected).abs() < 1e-9 * expected.abs().max(1.0));
}

#[test]
fn the_faster_way_is_taken() {
    let of = |images: [usize; 4], taps: usize, outputs: usize| {
        let filter = Shape::new(&[taps, taps, images[3], outputs]).unwrap();
        let sides = [(taps as i64 / 2, taps as i64 / 2); 2];
        Convolution::new(&Moves::one_by_one(sides), images, &filter).unwrap()
    };
    assert!(Winograd::of::<f32>(&of([100, 14, 14, 32], 5, 64)).is_some());
    assert!(Winograd::of::<f32>(&of([8, 56, 56, 64], 3, 64)).is_some());
    // Whole numbers are exact.
    assert!(Winograd::of::<i32>(&of([100, 14, 14, 32], 5, 64)).is_none());
    // One channel, one image of few pixels, other filters, and too much to transform.
    assert!(Winograd::of::<f32>(&of([100, 28, 28, 1], 5, 32)).is_none());
    assert!(Winograd::of::<f32>(&of([1, 5, 5, 256], 3, 256)).is_none());
    assert!(Winograd::of::<f32>(&of([100, 14, 14, 32], 7, 64)).is_none());
    assert!(Winograd::of::<f32>(&of([100, 14, 14, 1024], 3, 1024)).is_none());
}
