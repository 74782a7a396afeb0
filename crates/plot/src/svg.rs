//! Scenes as SVG text.

use std::fmt::Write;

use crate::font::Weight;
use crate::scene::{Anchor, Ink, Scene, Shape};

const FONTS: &str = "Roboto, 'Helvetica Neue', Arial, 'Noto Sans', sans-serif";

pub fn draw(scene: &Scene) -> String {
    let (width, height) = (scene.width, scene.height);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"{FONTS}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
    );
    for shape in &scene.shapes {
        svg.push_str(&element(shape));
        svg.push('\n');
    }
    svg.push_str("</svg>\n");
    svg
}

fn element(shape: &Shape) -> String {
    match shape {
        Shape::Line { points, width, ink } => {
            let mut places = String::new();
            for (x, y) in points {
                // Writing to a string cannot fail.
                let _ = write!(places, "{x:.1},{y:.1} ");
            }
            format!(
                "<polyline points=\"{}\" fill=\"none\" {} stroke-width=\"{width}\" stroke-linejoin=\"round\" \
                 stroke-linecap=\"round\"/>",
                places.trim_end(),
                paint("stroke", *ink)
            )
        }
        Shape::Dot { at: (x, y), radius, ink } => {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\" {}/>", paint("fill", *ink))
        }
        Shape::Text { at: (x, y), text, size, weight, anchor, ink } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let weight = match weight {
                Weight::Regular => 400,
                Weight::Medium => 500,
            };
            format!(
                "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" {}>{}</text>",
                paint("fill", *ink),
                escaped(text)
            )
        }
    }
}

fn paint(what: &str, ink: Ink) -> String {
    let [red, green, blue] = ink.rgb;
    let color = format!("{what}=\"#{red:02x}{green:02x}{blue:02x}\"");
    if ink.opacity < 1.0 { format!("{color} {what}-opacity=\"{}\"", ink.opacity) } else { color }
}

/// Text that means itself in XML; control characters, which it does not allow, are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '&' => escaped.push_str("&amp;"),
            _ if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {}
            _ => escaped.push(letter),
        }
    }
    escaped
}
