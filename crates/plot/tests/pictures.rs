//! Pictures of any curves: they can be drawn, and say what they show.

use std::fs;

use proptest::prelude::*;
use regatta_plot::{LearningCurve, Series};
use regatta_status::Code;

fn series(name: &str, points: impl Iterator<Item = (f64, f64)>) -> Series {
    Series { name: name.to_owned(), points: points.collect() }
}

/// What a run looks like: a noisy loss of each worker, and an accuracy now and then.
fn run() -> LearningCurve {
    let mut state = 1u64;
    let mut noise = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as f64 / (1u64 << 31) as f64
    };
    let mut loss = |scale: f64| -> Vec<(f64, f64)> {
        (0..500)
            .map(|k| {
                let step = 4.0 * k as f64;
                (step, scale * (0.12 + 2.2 * (-step / 180.0).exp()) * (0.6 + 0.8 * noise()))
            })
            .collect()
    };
    let (first, second) = (loss(1.0), loss(0.9));
    let accuracy = |best: f64| (0..=10).map(move |k| (200.0 * k as f64, best - (best - 0.1) * (-1.4 * k as f64).exp()));
    LearningCurve {
        title: "mlp500 on MNIST, 1 ps, 2 workers".to_owned(),
        series: vec![
            series("worker 0/loss", first.into_iter()),
            series("worker 1/loss", second.into_iter()),
            series("train/accuracy", accuracy(0.991)),
            series("test/accuracy", accuracy(0.978)),
            series("global_step/sec", (0..20).map(|k| (100.0 * k as f64, 150.0))),
        ],
    }
}

#[test]
fn a_run_is_drawn_with_its_names_and_last_values() {
    let svg = run().to_svg().unwrap();
    for expected in [
        "mlp500 on MNIST",
        ">loss<",
        ">accuracy<",
        ">worker 0<",
        ">test<",
        ">97.80%<",
        ">step<",
        ">2,000<",
        ">log scale<",
        ">global step/sec<",
    ] {
        assert!(svg.contains(expected), "{expected} is missing");
    }
    // Raw and smoothed losses.
    assert_eq!(svg.matches("stroke-opacity").count(), 2);
    let png = run().to_png().unwrap();
    let reader = png::Decoder::new(std::io::Cursor::new(&png)).read_info().unwrap();
    assert_eq!(reader.info().width, 2 * 1100);
}

#[test]
fn pictures_are_the_same_for_the_same_curves() {
    assert_eq!(run().to_png().unwrap(), run().to_png().unwrap());
    assert_eq!(run().to_svg().unwrap(), run().to_svg().unwrap());
}

#[test]
fn names_that_mean_something_in_xml_are_shown_as_they_are() {
    let title = "a < b & \"c\" \u{0}</svg>".to_owned();
    let svg = LearningCurve { title, series: vec![series("<x>/loss", [(0.0, 1.0)].into_iter())] }.to_svg().unwrap();
    assert!(svg.contains("a &lt; b &amp; \"c\" &lt;/svg&gt;") && svg.contains("&lt;x&gt;"), "{svg}");
    assert_eq!(svg.matches("</svg>").count(), 1);
}

#[test]
fn a_run_that_went_wrong_is_drawn_too() {
    let bad = [(0.0, 1.0), (1.0, f64::NAN), (2.0, f64::INFINITY), (f64::NAN, 1.0), (3.0, 0.5)];
    let svg = LearningCurve { series: vec![series("loss", bad.into_iter())], ..Default::default() }.to_svg().unwrap();
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    let nothing = LearningCurve { series: vec![series("loss", [(0.0, f64::NAN)].into_iter())], ..Default::default() };
    assert!(nothing.to_svg().unwrap().contains("no finite values"));
}

#[test]
fn what_cannot_be_drawn_or_written_is_said() {
    assert_eq!(LearningCurve::default().to_svg().unwrap_err().code, Code::InvalidArgument);
    let many = (0..30).map(|k| series(&format!("tag{k}"), [(0.0, 1.0)].into_iter())).collect();
    let error = LearningCurve { series: many, ..Default::default() }.to_png().unwrap_err();
    assert!(error.message.contains("30 kinds"), "{error}");

    let directory = std::env::temp_dir().join(format!("regatta-plot-{}", std::process::id()));
    fs::create_dir_all(&directory).unwrap();
    let error = run().save(&directory.join("run.gif")).unwrap_err();
    assert!(error.message.contains("run.gif") && error.message.contains(".svg"), "{error}");
    let error = run().save(&directory.join("missing/run.svg")).unwrap_err();
    assert!(error.code == Code::NotFound && error.message.contains("missing/run.svg"), "{error}");
    run().save(&directory.join("run.svg")).unwrap();
    assert_eq!(fs::read_dir(&directory).unwrap().count(), 1, "nothing but the picture is left");
    fs::remove_dir_all(&directory).unwrap();
}

fn numbers() -> impl Strategy<Value = f64> {
    const EXTREMES: &[f64] =
        &[0.0, -0.0, 5e-324, 1e-300, 1e100, -1e100, 1e200, f64::MAX, f64::MIN, f64::INFINITY, f64::NAN];
    prop_oneof![8 => -10.0..10.0f64, 1 => prop::num::f64::ANY, 1 => prop::sample::select(EXTREMES)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn any_points_can_be_drawn(
        names in prop::collection::vec("[^,]{0,12}", 1..4),
        points in prop_oneof![
            prop::collection::vec((numbers(), numbers()), 0..4),
            prop::collection::vec((numbers(), numbers()), 0..60),
        ],
    ) {
        let series = names.iter().map(|name| series(name, points.iter().copied())).collect();
        let svg = LearningCurve { title: names.concat(), series }.to_svg().unwrap();
        for nowhere in ["\"NaN", "NaN,", ",NaN", "\"inf", "inf,", ",inf", ",-inf"] {
            prop_assert!(!svg.contains(nowhere), "{} in {}", nowhere, svg);
        }
    }
}
