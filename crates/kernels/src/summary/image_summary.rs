//! ImageSummary: the first images of a batch as PNG.
//!
//! Floats are brought to bytes image by image: without negative values the largest becomes 255; else zero becomes 128 and the
//! value farthest from it 1 or 255. A pixel that is not finite gets a colour of its own.

use regatta_graph::{AttrValue, AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor, f16};

use super::{numbered_tag, scalar_tag, shown_count};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    image::png_file,
    proto::Message,
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("ImageSummary", image_summary)];

/// Values this small are nothing.
const NEARLY_ZERO: f64 = 1e-6;

fn image_summary(node: &Node) -> Result<Kernel> {
    let limit = node.attrs.int("max_images")?;
    let AttrValue::Tensor(bad_color) = node.attrs.get_attr("bad_color")? else {
        return Err(invalid_argument("bad_color must be a tensor"));
    };
    let bad_color = match bad_color.values::<u8>() {
        Ok(color) if bad_color.shape().rank() == 1 => color.to_vec(),
        _ => return Err(invalid_argument(format!("bad_color must be a vector of uint8, got {bad_color:?}"))),
    };
    let read: fn(&Tensor, usize, usize) -> Result<Pixels> = match node.input_types[1].dtype {
        DType::UInt8 => |t, from, to| Ok(Pixels::Bytes(t.values::<u8>()?[from..to].to_vec())),
        DType::Float => |t, from, to| {
            let values = t.values::<f32>()?[from..to].iter().map(|&x| x.into()).collect();
            Ok(Pixels::Reals(values, |x| f64::from(x as f32)))
        },
        DType::Half => |t, from, to| {
            let values = t.values::<f16>()?[from..to].iter().map(|x| x.to_f64()).collect();
            Ok(Pixels::Reals(values, |x| f16::from_f64(x).to_f64()))
        },
        DType::Double => |t, from, to| Ok(Pixels::Reals(t.values::<f64>()?[from..to].to_vec(), |x| x)),
        _ => return Err(unsupported(node)),
    };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tag, tensor] = take(inputs)?;
        let tag = scalar_tag(&tag)?;
        let [batch, height, width, depth @ (1 | 3 | 4)] = tensor.shape()[..] else {
            return Err(invalid_argument(format!(
                "Tensor must be 4-D with last dim 1, 3, or 4, not {}",
                tensor.shape()
            )));
        };
        if bad_color.len() < depth {
            return Err(invalid_argument(format!(
                "expected depth <= bad_color.size, got depth = {depth}, bad_color.size = {}",
                bad_color.len()
            )));
        }
        let (mut summary, size) = (Message::default(), height * width * depth);
        for k in 0..shown_count(limit, batch)? {
            let pixels = read(&tensor, k * size, (k + 1) * size)?.into_bytes(depth, &bad_color)?;
            let mut image = Message::default();
            image.int(1, height as i64);
            image.int(2, width as i64);
            image.int(3, depth as i64);
            image.bytes(4, &png_file::encode(&pixels, [height, width, depth], false, -1)?);
            let mut entry = Message::default();
            entry.text(1, &numbered_tag(tag, "/image", k, limit));
            entry.bytes(4, &image.finish());
            summary.bytes(1, &entry.finish());
        }
        Ok(vec![Tensor::string(summary.finish())])
    })))
}

/// One image's values; reals with how their type rounds.
enum Pixels {
    Bytes(Vec<u8>),
    Reals(Vec<f64>, fn(f64) -> f64),
}

impl Pixels {
    fn into_bytes(self, depth: usize, bad_color: &[u8]) -> Result<Vec<u8>> {
        let (values, round) = match self {
            Pixels::Bytes(bytes) => return Ok(bytes),
            Pixels::Reals(values, round) => (values, round),
        };
        let is_good = |pixel: &&[f64]| pixel.iter().all(|x| x.is_finite());
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for x in values.chunks(depth).filter(is_good).flatten() {
            (least, most) = (least.min(*x), most.max(*x));
        }
        let (range, top, offset) =
            if least < 0.0 { (least.abs().max(most.abs()), 127.0, 128.0) } else { (most, 255.0, 0.0) };
        // The scale is a float whatever the type, and then rounded to it.
        let scale = if range < NEARLY_ZERO { 0.0 } else { round(f64::from(top as f32 / range as f32)) };
        let mut bytes = room_for(values.len())?;
        for pixel in values.chunks(depth) {
            match is_good(&pixel) {
                true => bytes.extend(pixel.iter().map(|x| round(round(x * scale) + offset) as u8)),
                false => bytes.extend_from_slice(&bad_color[..depth]),
            }
        }
        Ok(bytes)
    }
}
