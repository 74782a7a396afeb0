//! DecodePng, DecodeJpeg, DecodeImage: the pixels of an image file. Each op takes every format, whatever its name says.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument, unimplemented};
use regatta_tensor::{DType, Shape, Tensor};
use zune_core::{bytestream::ZCursor, colorspace::ColorSpace, options::DecoderOptions};
use zune_jpeg::JpegDecoder;

use super::png_file::{self, Image};
use crate::{Build, Kernel, array::elements::take, string::text::scalar};

pub(super) const KERNELS: &[(&str, Build)] =
    &[("DecodeImage", decode_image), ("DecodeJpeg", decode_jpeg), ("DecodePng", decode_png)];

/// Larger sides than JPEG allows cannot come; together they are bounded by this.
const PIXELS_MAX: usize = 1 << 28;

fn decode_png(node: &Node) -> Result<Kernel> {
    decodes(node, node.attrs.dtype("dtype")?)
}

fn decode_image(node: &Node) -> Result<Kernel> {
    decodes(node, node.attrs.dtype("dtype")?)
}

fn decode_jpeg(node: &Node) -> Result<Kernel> {
    match node.attrs.int("ratio")? {
        1 => {}
        2 | 4 | 8 => return Err(unimplemented("JPEG files are decoded in their own size only (ratio 1)")),
        other => return Err(invalid_argument(format!("ratio must be 1, 2, 4, or 8, got {other}"))),
    }
    match node.attrs.str("dct_method")? {
        "" | "INTEGER_FAST" | "INTEGER_ACCURATE" => {}
        other => {
            return Err(invalid_argument(format!(
                "dct_method must be one of {{'', 'INTEGER_FAST', 'INTEGER_ACCURATE'}}, got {other}"
            )));
        }
    }
    decodes(node, DType::UInt8)
}

fn decodes(node: &Node, dtype: DType) -> Result<Kernel> {
    let channels = match node.attrs.int("channels")? {
        channels @ (0 | 1 | 3 | 4) => channels as usize,
        other => return Err(invalid_argument(format!("channels must be 0, 1, 3, or 4, got {other}"))),
    };
    if !matches!(dtype, DType::UInt8 | DType::UInt16 | DType::Float) {
        return Err(invalid_argument(format!("`dtype` must be unit8, unit16, or float but got: {dtype}")));
    }
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [contents] = take(inputs)?;
        let file = scalar(&contents, |shape| format!("`contents` must be scalar but got shape {shape}"))?;
        let image = match file {
            [0x89, b'P', b'N', b'G', ..] => png_file::decode(file, channels)?,
            [0xff, 0xd8, 0xff, ..] => jpeg(file, channels)?,
            [b'G', b'I', b'F', ..] | [b'B', b'M', ..] => {
                return Err(unimplemented("of image files only PNG and JPEG are decoded"));
            }
            [] => return Err(invalid_argument("Input is empty.")),
            _ => return Err(invalid_argument("Unknown image file format. One of JPEG, PNG, GIF, BMP required.")),
        };
        Ok(vec![to_tensor(image, dtype)?])
    })))
}

fn jpeg(file: &[u8], channels: usize) -> Result<Image> {
    let refuse = |e: &dyn std::fmt::Display| {
        invalid_argument(format!("Invalid JPEG data or crop window, data size {}: {e}", file.len()))
    };
    if channels == 4 {
        return Err(invalid_argument("channels must be 0, 1, or 3 for JPEG, got 4"));
    }
    let options = DecoderOptions::default().set_strict_mode(true);
    let mut headers = JpegDecoder::new_with_options(ZCursor::new(file), options);
    headers.decode_headers().map_err(|e| refuse(&e))?;
    let info = headers.info().ok_or_else(|| refuse(&"it has no header"))?;
    let (height, width) = (usize::from(info.height), usize::from(info.width));
    if height.saturating_mul(width) > PIXELS_MAX {
        return Err(refuse(&"it is too large"));
    }
    let channels = match channels {
        0 if info.components == 1 => 1,
        0 => 3,
        asked => asked,
    };
    let colors = if channels == 1 { ColorSpace::Luma } else { ColorSpace::RGB };
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options.jpeg_set_out_colorspace(colors));
    let bytes = decoder.decode().map_err(|e| refuse(&e))?;
    if bytes.len() != height * width * channels {
        return Err(internal(format!("a JPEG of {height}x{width}x{channels} was decoded to {} bytes", bytes.len())));
    }
    let samples = bytes.into_iter().map(u16::from).collect();
    Ok(Image { height, width, channels, samples, is_wide: false })
}

fn to_tensor(image: Image, dtype: DType) -> Result<Tensor> {
    let shape = Shape::new(&[image.height, image.width, image.channels])?;
    let samples = image.samples.iter().copied();
    let widen = |x: u16| if image.is_wide { x } else { x * 257 };
    match dtype {
        DType::UInt8 if image.is_wide => Tensor::new(shape, samples.map(|x| (x >> 8) as u8).collect()),
        DType::UInt8 => Tensor::new(shape, samples.map(|x| x as u8).collect()),
        DType::UInt16 => Tensor::new(shape, samples.map(widen).collect()),
        _ => Tensor::new(shape, samples.map(|x| f32::from(widen(x)) / 65535.0).collect()),
    }
}
