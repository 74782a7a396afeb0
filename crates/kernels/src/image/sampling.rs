//! Where the pixels of a resized image come from.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};

use crate::array::elements::room_for;

/// How places of one image meet those of another.
#[derive(Clone, Copy)]
pub(super) struct Sampling {
    /// The corner pixels of both lie upon each other.
    align_corners: bool,
    /// A pixel's place is its middle, and not its upper left corner.
    half_pixel_centers: bool,
}

/// Two places between which a pixel lies, and how far it is from the first.
pub(super) struct Between {
    pub(super) lower: usize,
    pub(super) upper: usize,
    pub(super) lerp: f32,
}

impl Sampling {
    pub(super) fn of(node: &Node) -> Result<Sampling> {
        let sampling = Sampling {
            align_corners: node.attrs.bool("align_corners")?,
            half_pixel_centers: node.attrs.bool("half_pixel_centers")?,
        };
        match (sampling.align_corners, sampling.half_pixel_centers) {
            (true, true) => Err(invalid_argument("If half_pixel_centers is True, align_corners must be False.")),
            _ => Ok(sampling),
        }
    }

    /// Steps in the one image for each step in the other.
    fn scale(self, from: usize, to: usize) -> f32 {
        match self.align_corners && to > 1 {
            true => (from - 1) as f32 / (to - 1) as f32,
            false => from as f32 / to as f32,
        }
    }

    /// For each place of `to` the two of `from` that it lies between. Neither may be 0.
    pub(super) fn between(self, from: usize, to: usize) -> Result<Vec<Between>> {
        let mut places = room_for(to)?;
        for at in self.places(from, to)? {
            let floor = at.floor();
            places.push(Between {
                lower: (floor.max(0.0) as usize).min(from - 1),
                upper: (at.ceil().max(0.0) as usize).min(from - 1),
                lerp: at - floor,
            });
        }
        Ok(places)
    }

    /// For each place of `to` where it lies in `from`. Neither may be 0.
    pub(super) fn places(self, from: usize, to: usize) -> Result<Vec<f32>> {
        let scale = self.scale(from, to);
        let mut places = room_for(to)?;
        places.extend((0..to).map(|k| match self.half_pixel_centers {
            true => (k as f32 + 0.5) * scale - 0.5,
            false => k as f32 * scale,
        }));
        Ok(places)
    }

    /// For each place of `to` the nearest of `from`. Neither may be 0.
    pub(super) fn nearest(self, from: usize, to: usize) -> Result<Vec<usize>> {
        let scale = self.scale(from, to);
        let mut places = room_for(to)?;
        for k in 0..to {
            let at = if self.half_pixel_centers { (k as f32 + 0.5) * scale } else { k as f32 * scale };
            let place = if self.align_corners { at.round() } else { at.floor() };
            places.push((place.max(0.0) as usize).min(from - 1));
        }
        Ok(places)
    }
}
