//! Where everything in a picture goes: a title, and panels of two in a row, each with a legend, axes and curves.

use std::collections::BTreeMap;

use regatta_status::{Result, invalid_argument};

use crate::axis::{Axis, Numbers, percent, three_digits};
use crate::curve::{LearningCurve, Series};
use crate::font::{self, Weight};
use crate::scene::{Anchor, Ink, Point, Scene, Shape};
use crate::smooth::{smoothed, thinned};

/// Colours that can be told apart, also by the colour-blind when next to each other.
const COLORS: [Ink; 8] = [
    Ink::solid(0x3366cc),
    Ink::solid(0xf0802a),
    Ink::solid(0x2a9d6f),
    Ink::solid(0xc6467e),
    Ink::solid(0x7d5bc4),
    Ink::solid(0x1fa3b8),
    Ink::solid(0x9c6b4e),
    Ink::solid(0x7b8494),
];
const TEXT: Ink = Ink::solid(0x1f2733);
const SOFT_TEXT: Ink = Ink::solid(0x667080);
const AXIS: Ink = Ink::solid(0xa7aeba);
const GRID: Ink = Ink::solid(0xe6e9ee);

const MARGIN: f64 = 28.0;
const GAP: f64 = 44.0;
const TITLE_HEIGHT: f64 = 44.0;
const PANEL_WIDTH: f64 = 500.0;
const PLOT_HEIGHT: f64 = 270.0;
/// Between a legend and its plot.
const PLOT_PADDING: f64 = 14.0;
const HEADING_HEIGHT: f64 = 26.0;
const LEGEND_ROW: f64 = 20.0;
const AXIS_LABELS: f64 = 54.0;
const STEP_LABELS: f64 = 44.0;
const LABEL_SIZE: f64 = 12.0;

/// More panels than that are no picture.
const PANELS_MAX: usize = 24;

/// Numbers beyond it are as much of a picture as infinity is. What is computed of an axis and its ticks stays finite.
const DRAWN_MAX: f64 = 1e100;

/// Curves of one kind.
struct Panel<'a> {
    name: &'a str,
    curves: Vec<Curve>,
}

/// One curve of a panel, with those points only that can be drawn.
struct Curve {
    label: String,
    points: Vec<Point>,
    smoothed: Option<Vec<Point>>,
    ink: Ink,
}

impl Curve {
    /// The line that stands for it.
    fn line(&self) -> &[Point] {
        self.smoothed.as_deref().unwrap_or(&self.points)
    }
}

/// The whole picture.
pub fn scene(curve: &LearningCurve) -> Result<Scene> {
    let panels = panels(&curve.series);
    if panels.is_empty() {
        return Err(invalid_argument("there is no curve to draw"));
    }
    if panels.len() > PANELS_MAX {
        let count = panels.len();
        return Err(invalid_argument(format!(
            "{count} kinds of curves do not fit a picture; choose {PANELS_MAX} or less"
        )));
    }
    let columns = panels.len().min(2);
    let width = 2.0 * MARGIN + columns as f64 * PANEL_WIDTH + (columns - 1) as f64 * GAP;
    let mut shapes = Vec::new();
    let mut top = MARGIN;
    if !curve.title.is_empty() {
        let title = font::fitted(&curve.title, width - 2.0 * MARGIN, 20.0, Weight::Medium);
        shapes.push(text((MARGIN, top + 18.0), title, 20.0, Weight::Medium, Anchor::Start, TEXT));
        top += TITLE_HEIGHT;
    }
    for row in panels.chunks(columns) {
        // Plots of a row begin at the same height.
        let legend_rows = row.iter().map(|panel| legend(panel).1).max().unwrap_or_default();
        for (column, panel) in row.iter().enumerate() {
            let left = MARGIN + column as f64 * (PANEL_WIDTH + GAP);
            draw_panel(&mut shapes, panel, (left, top), legend_rows);
        }
        top += HEADING_HEIGHT + legend_rows as f64 * LEGEND_ROW + PLOT_HEIGHT + STEP_LABELS + GAP / 2.0;
    }
    Ok(Scene { width, height: top - GAP / 2.0 + MARGIN / 2.0, shapes })
}

/// Series by the ends of their names: losses first, accuracies second, everything else as it comes.
fn panels(series: &[Series]) -> Vec<Panel<'_>> {
    let mut by_name: BTreeMap<(usize, usize, &str), Vec<&Series>> = BTreeMap::new();
    let mut first_seen: BTreeMap<&str, usize> = BTreeMap::new();
    for one in series {
        let name = split(&one.name).1;
        let count = first_seen.len();
        let seen = *first_seen.entry(name).or_insert(count);
        let rank = if name.contains("loss") || name.contains("entropy") {
            0
        } else if name.contains("accuracy") {
            1
        } else {
            2
        };
        by_name.entry((rank, seen, name)).or_default().push(one);
    }
    // A curve of one name has one colour in all panels.
    let mut colors: BTreeMap<&str, Ink> = BTreeMap::new();
    let mut panels = Vec::new();
    for ((_, _, name), members) in by_name {
        let curve = |one: &&'_ Series| -> Curve {
            let whose = split(&one.name).0;
            let points: Vec<Point> = one
                .points
                .iter()
                .filter(|(step, value)| can_be_drawn(*step) && can_be_drawn(*value))
                .copied()
                .collect();
            let label = if whose.is_empty() { name } else { whose }.to_owned();
            Curve { label, smoothed: smoothed(&points), points, ink: COLORS[0] }
        };
        let mut curves: Vec<Curve> = members.iter().map(curve).collect();
        for (curve, one) in curves.iter_mut().zip(&members) {
            let next = COLORS.iter().cycle().nth(colors.len()).copied().unwrap_or(TEXT);
            curve.ink = *colors.entry(split(&one.name).0).or_insert(next);
        }
        panels.push(Panel { name, curves });
    }
    panels
}

/// No number at all cannot.
fn can_be_drawn(number: f64) -> bool {
    number.abs() <= DRAWN_MAX
}

/// Whose it is, and what it is: `train/loss` is `loss` of `train`. What is counted by the second, as `global_step/sec`, is one.
fn split(name: &str) -> (&str, &str) {
    const RATE: &str = "/sec";
    let name = name.trim_end_matches('/');
    let end = name.strip_suffix(RATE).unwrap_or(name);
    match end.rfind('/') {
        Some(slash) => (&name[..slash], &name[slash + 1..]),
        None => ("", name),
    }
}

/// How the values of a panel are shown.
fn value_axis(panel: &Panel) -> (Axis, Numbers) {
    let mut values: Vec<f64> =
        panel.curves.iter().flat_map(|curve| curve.points.iter().map(|(_, value)| *value)).collect();
    values.sort_by(f64::total_cmp);
    let (Some(low), Some(high)) = (values.first().copied(), values.last().copied()) else {
        return (Axis::rounded(0.0, 1.0, 5, Numbers::Plain), Numbers::Plain);
    };
    if panel.name.contains("accuracy") && low >= 0.0 && high <= 1.0 {
        return (Axis::rounded(low.min(0.99), 1.0, 5, Numbers::Percent), Numbers::Percent);
    }
    // A loss that falls far is flat on a linear axis for most of the run.
    let median = values.get(values.len() / 2).copied().unwrap_or(low);
    if low > 0.0 && high > 12.0 * median {
        return (Axis::logarithmic(low, high), Numbers::Plain);
    }
    // Zero is shown where it is near.
    let low = if low > 0.0 && low < 0.4 * high { 0.0 } else { low };
    (Axis::rounded(low, high, 5, Numbers::Plain), Numbers::Plain)
}

fn step_axis(panel: &Panel) -> Axis {
    let steps = || panel.curves.iter().flat_map(|curve| curve.points.iter().map(|(step, _)| *step));
    let (low, high) = (steps().fold(f64::INFINITY, f64::min), steps().fold(f64::NEG_INFINITY, f64::max));
    if low > high {
        return Axis::exact(0.0, 1.0, 6);
    }
    // A run that begins near its beginning begins at zero.
    Axis::exact(if low > 0.0 && low < 0.1 * high { 0.0 } else { low }, high, 6)
}

/// A panel from its upper left corner on, with its plot below so many rows of legend.
fn draw_panel(shapes: &mut Vec<Shape>, panel: &Panel, (left, top): Point, legend_rows: usize) {
    let (steps, (values, _)) = (step_axis(panel), value_axis(panel));
    let heading = font::fitted(&panel.name.replace('_', " "), PANEL_WIDTH - 80.0, 15.0, Weight::Medium);
    if values.is_logarithmic() {
        let beside = (left + font::width(&heading, 15.0, Weight::Medium) + 8.0, top + 14.0);
        shapes.push(text(beside, "log scale".to_owned(), LABEL_SIZE, Weight::Regular, Anchor::Start, SOFT_TEXT));
    }
    shapes.push(text((left, top + 14.0), heading, 15.0, Weight::Medium, Anchor::Start, TEXT));
    let (entries, _) = legend(panel);
    for entry in entries {
        entry.draw(shapes, (left, top + HEADING_HEIGHT));
    }

    let (plot_left, plot_width) = (left + AXIS_LABELS, PANEL_WIDTH - AXIS_LABELS - 6.0);
    let plot_top = top + HEADING_HEIGHT + legend_rows as f64 * LEGEND_ROW + PLOT_PADDING;
    let plot_height = PLOT_HEIGHT - PLOT_PADDING;
    let x = |step: f64| plot_left + steps.place(step) * plot_width;
    let y = |value: f64| plot_top + (1.0 - values.place(value)) * plot_height;
    let (right, bottom) = (plot_left + plot_width, plot_top + plot_height);

    for tick in &values.ticks {
        let height = y(tick.value);
        shapes.push(line(vec![(plot_left, height), (right, height)], 1.0, GRID));
        let at = (plot_left - 8.0, height + 4.0);
        shapes.push(text(at, tick.label.clone(), LABEL_SIZE, Weight::Regular, Anchor::End, SOFT_TEXT));
    }
    shapes.push(line(vec![(plot_left, bottom), (right, bottom)], 1.0, AXIS));
    for tick in &steps.ticks {
        let at = x(tick.value);
        shapes.push(line(vec![(at, bottom), (at, bottom + 4.0)], 1.0, AXIS));
        let below = (at, bottom + 18.0);
        shapes.push(text(below, tick.label.clone(), LABEL_SIZE, Weight::Regular, Anchor::Middle, SOFT_TEXT));
    }
    let below = ((plot_left + right) / 2.0, bottom + 36.0);
    shapes.push(text(below, "step".to_owned(), LABEL_SIZE, Weight::Regular, Anchor::Middle, SOFT_TEXT));
    if panel.curves.iter().all(|curve| curve.points.is_empty()) {
        let middle = ((plot_left + right) / 2.0, (plot_top + bottom) / 2.0);
        let nothing = "no finite values".to_owned();
        shapes.push(text(middle, nothing, LABEL_SIZE, Weight::Regular, Anchor::Middle, SOFT_TEXT));
    }

    let placed = |points: &[Point]| -> Vec<Point> {
        thinned(points, plot_width as usize).into_iter().map(|(step, value)| (x(step), y(value))).collect()
    };
    // All that is faint lies below all that is bold.
    for curve in panel.curves.iter().filter(|curve| curve.smoothed.is_some()) {
        shapes.push(line(placed(&curve.points), 1.0, curve.ink.faint(0.22)));
    }
    for curve in &panel.curves {
        shapes.push(line(placed(curve.line()), 2.2, curve.ink));
    }
    for curve in &panel.curves {
        let few = curve.points.len() <= 20;
        let dots =
            if few { curve.points.as_slice() } else { curve.line().last().map_or(&[][..], std::slice::from_ref) };
        let dot = |(step, value): &Point| Shape::Dot { at: (x(*step), y(*value)), radius: 3.2, ink: curve.ink };
        shapes.extend(dots.iter().map(dot));
    }
}

/// A curve's colour, name and last value, from the legend's corner.
struct Entry {
    at: Point,
    label: String,
    value: String,
    value_start: f64,
    ink: Ink,
}

impl Entry {
    fn draw(self, shapes: &mut Vec<Shape>, (left, top): Point) {
        let (x, y) = (left + self.at.0, top + self.at.1 + 11.0);
        shapes.push(line(vec![(x + 1.0, y - 4.0), (x + 15.0, y - 4.0)], 3.0, self.ink));
        shapes.push(text((x + 22.0, y), self.label, LABEL_SIZE, Weight::Regular, Anchor::Start, SOFT_TEXT));
        shapes.push(text((x + self.value_start, y), self.value, LABEL_SIZE, Weight::Medium, Anchor::Start, TEXT));
    }
}

/// The entries of a panel's legend, and in how many rows they are.
fn legend(panel: &Panel) -> (Vec<Entry>, usize) {
    const LABEL_ROOM: f64 = 300.0;
    let numbers = value_axis(panel).1;
    let (mut x, mut row) = (0.0, 0);
    let mut entries = Vec::new();
    for curve in &panel.curves {
        let label = font::fitted(&curve.label, LABEL_ROOM, LABEL_SIZE, Weight::Regular);
        let value = match (curve.line().last(), numbers) {
            (None, _) => "—".to_owned(),
            (Some((_, value)), Numbers::Plain) => three_digits(*value),
            (Some((_, value)), Numbers::Percent) => percent(*value),
        };
        let value_start = 22.0 + font::width(&label, LABEL_SIZE, Weight::Regular) + 6.0;
        let width = value_start + font::width(&value, LABEL_SIZE, Weight::Medium) + 20.0;
        if x > 0.0 && x + width > PANEL_WIDTH {
            (x, row) = (0.0, row + 1);
        }
        entries.push(Entry { at: (x, row as f64 * LEGEND_ROW), label, value, value_start, ink: curve.ink });
        x += width;
    }
    (entries, row + 1)
}

fn line(points: Vec<Point>, width: f64, ink: Ink) -> Shape {
    Shape::Line { points, width, ink }
}

fn text(at: Point, text: String, size: f64, weight: Weight, anchor: Anchor, ink: Ink) -> Shape {
    Shape::Text { at, text, size, weight, anchor, ink }
}
