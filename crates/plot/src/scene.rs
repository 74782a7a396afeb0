//! A picture before it is drawn: lines, dots and texts on a white ground.

use crate::font::Weight;

/// A place, from the upper left corner.
pub type Point = (f64, f64);

/// Red, green, blue, and how much of what lies below is covered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ink {
    pub rgb: [u8; 3],
    pub opacity: f32,
}

impl Ink {
    pub const fn solid(rgb: u32) -> Ink {
        Ink { rgb: [(rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8], opacity: 1.0 }
    }

    pub fn faint(self, opacity: f32) -> Ink {
        Ink { opacity, ..self }
    }
}

/// Which point of a text is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

#[derive(Clone, Debug)]
pub enum Shape {
    Line { points: Vec<Point>, width: f64, ink: Ink },
    Dot { at: Point, radius: f64, ink: Ink },
    Text { at: Point, text: String, size: f64, weight: Weight, anchor: Anchor, ink: Ink },
}

#[derive(Clone, Debug)]
pub struct Scene {
    pub width: f64,
    pub height: f64,
    pub shapes: Vec<Shape>,
}
