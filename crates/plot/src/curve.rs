//! What is drawn: series of steps and values, in panels by what they are values of.

use std::fs;
use std::path::Path;

use regatta_status::{Code, Result, Status, invalid_argument};

use crate::{layout, png_image, scene::Point, svg};

/// Curves of one run, to be drawn together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LearningCurve {
    /// Stands above the picture.
    pub title: String,
    /// The curves. Those whose names end alike share a panel: `train/loss` and `test/loss` are in the panel `loss`.
    pub series: Vec<Series>,
}

/// One curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What it is, and of what: `train/loss`.
    pub name: String,
    /// Steps and values, in the order of steps. Values that are no numbers, or are beyond 1e100, are left out.
    pub points: Vec<Point>,
}

impl LearningCurve {
    /// The picture as SVG.
    pub fn to_svg(&self) -> Result<String> {
        Ok(svg::draw(&layout::scene(self)?))
    }

    /// The picture as PNG.
    pub fn to_png(&self) -> Result<Vec<u8>> {
        png_image::draw(&layout::scene(self)?)
    }

    /// Writes the picture to a file, as SVG or PNG by its name. A picture that is there is replaced when the new one is whole.
    pub fn save(&self, path: &Path) -> Result<()> {
        let kind = path.extension().and_then(|kind| kind.to_str()).map(str::to_lowercase);
        let bytes = match kind.as_deref() {
            Some("svg") => self.to_svg()?.into_bytes(),
            Some("png") => self.to_png()?,
            _ => {
                let path = path.display();
                return Err(invalid_argument(format!("{path}: a picture's name ends in .svg or .png")));
            }
        };
        let failed = |error: std::io::Error| {
            let message = format!("failed to write {}: {error}", path.display());
            match error.kind() {
                std::io::ErrorKind::NotFound => Status::new(Code::NotFound, message),
                std::io::ErrorKind::StorageFull => Status::new(Code::ResourceExhausted, message),
                _ => Status::new(Code::PermissionDenied, message),
            }
        };
        let mut partial = path.as_os_str().to_owned();
        partial.push(format!(".{}.partial", std::process::id()));
        let written = fs::write(&partial, bytes).and_then(|()| fs::rename(&partial, path));
        if written.is_err() {
            // What is left of it helps nobody; that it cannot be removed either is not news.
            let _ = fs::remove_file(&partial);
        }
        written.map_err(failed)
    }
}
