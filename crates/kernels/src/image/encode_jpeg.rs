//! EncodeJpeg: an image as a JPEG file.

use jpeg_encoder::{ColorType, Encoder, PixelDensity, PixelDensityUnit, SamplingFactor};
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{Build, Kernel, array::elements::take};

pub(super) const KERNELS: &[(&str, Build)] = &[("EncodeJpeg", encode_jpeg)];

/// What the node asks for.
struct Settings {
    /// How many channels the image must have, 0 for either.
    channels: usize,
    quality: u8,
    progressive: bool,
    optimize_size: bool,
    sampling: SamplingFactor,
    density: PixelDensity,
}

fn encode_jpeg(node: &Node) -> Result<Kernel> {
    let quality = node.attrs.int("quality")?;
    let quality = u8::try_from(quality)
        .ok()
        .filter(|quality| *quality <= 100)
        .ok_or_else(|| invalid_argument(format!("quality must be in [0,100], got {quality}")))?;
    let density = |name| {
        let value = node.attrs.int(name)?;
        u16::try_from(value).map_err(|_| invalid_argument(format!("{name} of {value} is not what a JPEG can hold")))
    };
    let settings = Settings {
        channels: match node.attrs.str("format")? {
            "" => 0,
            "grayscale" => 1,
            "rgb" => 3,
            other => return Err(invalid_argument(format!("format must be '', grayscale or rgb, got {other}"))),
        },
        quality,
        progressive: node.attrs.bool("progressive")?,
        optimize_size: node.attrs.bool("optimize_size")?,
        sampling: match node.attrs.bool("chroma_downsampling")? {
            true => SamplingFactor::F_2_2,
            false => SamplingFactor::F_1_1,
        },
        density: PixelDensity {
            density: (density("x_density")?, density("y_density")?),
            unit: match node.attrs.str("density_unit")? {
                "in" => PixelDensityUnit::Inches,
                "cm" => PixelDensityUnit::Centimeters,
                other => {
                    return Err(invalid_argument(format!("Invalid density_unit '{other}'. Should be 'in' or 'cm'")));
                }
            },
        },
    };
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [image] = take(inputs)?;
        let [height, width, channels @ (1 | 3)] = image.shape()[..] else {
            return Err(invalid_argument(format!(
                "image must be 3-dimensional with 1 or 3 channels, got {}",
                image.shape()
            )));
        };
        if settings.channels != 0 && settings.channels != channels {
            let (wanted, found) = (settings.channels, channels);
            return Err(invalid_argument(format!("format expects {wanted} channels but image has {found} channels")));
        }
        let side = |n: usize| {
            u16::try_from(n).map_err(|_| invalid_argument(format!("a JPEG's side may not be {n} pixels long")))
        };
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, settings.quality.max(1));
        encoder.set_sampling_factor(settings.sampling);
        encoder.set_progressive(settings.progressive);
        encoder.set_optimized_huffman_tables(settings.optimize_size);
        encoder.set_density(settings.density);
        let colors = if channels == 1 { ColorType::Luma } else { ColorType::Rgb };
        encoder
            .encode(image.values::<u8>()?, side(width)?, side(height)?, colors)
            .map_err(|e| invalid_argument(format!("JPEG encoding failed: {e}")))?;
        Ok(vec![Tensor::string(file)])
    })))
}
