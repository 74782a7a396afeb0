//! EncodePng: an image as a PNG file; of a batch of images, each.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use super::png_file;
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("EncodePng", encode_png)];

fn encode_png(node: &Node) -> Result<Kernel> {
    let compression = node.attrs.int("compression")?;
    if !(-1..=9).contains(&compression) {
        return Err(invalid_argument(format!("compression should be in [-1,9], got {compression}")));
    }
    let is_wide = match node.input_types[0].dtype {
        DType::UInt8 => false,
        DType::UInt16 => true,
        _ => return Err(unsupported(node)),
    };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [images] = take(inputs)?;
        let [batch @ .., height, width, channels] = &images.shape()[..] else {
            return Err(invalid_argument(format!("images must be at least rank 3, got shape {}", images.shape())));
        };
        let size = [*height, *width, *channels];
        if !(1..=4).contains(channels) {
            return Err(invalid_argument(format!("image must have 1, 2, 3, or 4 channels, got {channels}")));
        }
        if images.num_elements() == 0 {
            return Err(internal(format!("PNG encoding failed: images of shape {} have no pixels", images.shape())));
        }
        let bytes: Vec<u8> = match is_wide {
            true => images.values::<u16>()?.iter().flat_map(|x| x.to_be_bytes()).collect(),
            false => images.values::<u8>()?.to_vec(),
        };
        let shape = Shape::new(batch)?;
        let mut files = room_for(shape.num_elements())?;
        for pixels in bytes.chunks(bytes.len() / shape.num_elements().max(1)) {
            files.push(png_file::encode(pixels, size, is_wide, compression)?);
        }
        Ok(vec![Tensor::strings(shape, files)?])
    })))
}
