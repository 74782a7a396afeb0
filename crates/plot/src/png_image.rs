//! Scenes as PNG bytes, drawn twice as large as an SVG is by default, for screens of today.

use regatta_status::{Result, Status, internal};
use tiny_skia::{Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::OutlineBuilder;

use crate::font::{self, Weight};
use crate::scene::{Anchor, Ink, Point, Scene, Shape};

const MAGNIFIED: f32 = 2.0;

pub fn draw(scene: &Scene) -> Result<Vec<u8>> {
    let (width, height) = (scene.width as f32 * MAGNIFIED, scene.height as f32 * MAGNIFIED);
    let too_large = || internal(format!("a picture of {width} x {height} points cannot be drawn"));
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    picture.fill(Color::WHITE);
    for shape in &scene.shapes {
        draw_shape(&mut picture, shape);
    }
    encode(&picture)
}

fn draw_shape(picture: &mut Pixmap, shape: &Shape) {
    let enlarged = Transform::from_scale(MAGNIFIED, MAGNIFIED);
    match shape {
        Shape::Line { points, width, ink } => {
            let stroke = Stroke {
                width: *width as f32,
                line_cap: LineCap::Round,
                line_join: LineJoin::Round,
                ..Stroke::default()
            };
            if let Some(path) = polyline(points) {
                picture.stroke_path(&path, &paint(*ink), &stroke, enlarged, None);
            }
        }
        Shape::Dot { at: (x, y), radius, ink } => {
            if let Some(path) = PathBuilder::from_circle(*x as f32, *y as f32, *radius as f32) {
                picture.fill_path(&path, &paint(*ink), FillRule::Winding, enlarged, None);
            }
        }
        Shape::Text { at, text, size, weight, anchor, ink } => {
            if let Some(path) = outlines(*at, text, *size, *weight, *anchor) {
                picture.fill_path(&path, &paint(*ink), FillRule::Winding, enlarged, None);
            }
        }
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.rgb;
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, (ink.opacity * 255.0).round() as u8);
    paint
}

fn polyline(points: &[Point]) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (place, (x, y)) in points.iter().enumerate() {
        match place {
            0 => path.move_to(*x as f32, *y as f32),
            _ => path.line_to(*x as f32, *y as f32),
        }
    }
    path.finish()
}

/// A text as the outlines of its letters.
fn outlines(at: Point, text: &str, size: f64, weight: Weight, anchor: Anchor) -> Option<Path> {
    let face = font::face(weight)?;
    let part = match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let start = at.0 - part * font::width(text, size, weight);
    let scale = (size / f64::from(face.units_per_em())) as f32;
    let mut path = PathBuilder::new();
    for (glyph, offset) in font::glyphs(face, text) {
        let origin = ((start + offset * size) as f32, at.1 as f32);
        face.outline_glyph(glyph, &mut Pen { path: &mut path, origin, scale });
    }
    path.finish()
}

/// Puts a letter in its place. Letters are drawn upwards, pictures downwards.
struct Pen<'a> {
    path: &'a mut PathBuilder,
    origin: (f32, f32),
    scale: f32,
}

impl Pen<'_> {
    fn place(&self, x: f32, y: f32) -> (f32, f32) {
        (self.origin.0 + x * self.scale, self.origin.1 - y * self.scale)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.place(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.place(x1, y1), self.place(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.place(x1, y1), self.place(x2, y2), self.place(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

fn encode(picture: &Pixmap) -> Result<Vec<u8>> {
    // Nothing shines through a white ground, so that three bytes of each four are the whole picture.
    let rgb: Vec<u8> = picture.data().chunks_exact(4).flat_map(|pixel| pixel.iter().take(3)).copied().collect();
    let failed = |error: png::EncodingError| -> Status { internal(format!("cannot encode a PNG: {error}")) };
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    writer.write_image_data(&rgb).map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(bytes)
}
