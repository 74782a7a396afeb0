//! PNG files to and from pixels.

use std::io::Cursor;

use png::{BitDepth, ColorType, Compression, Decoder, DeflateCompression, Encoder, Limits, Transformations};
use regatta_status::{Result, internal, invalid_argument};

use crate::array::elements::room_for;

/// More than this for one image is refused before it is made.
const BYTES_MAX: usize = 1 << 30;

/// An image of one or two bytes for each of a pixel's channels: grey, grey and alpha, colour, colour and alpha.
pub(crate) struct Image {
    pub(crate) height: usize,
    pub(crate) width: usize,
    pub(crate) channels: usize,
    /// Samples that are bytes in the file lie here as the numbers they are.
    pub(crate) samples: Vec<u16>,
    /// Whether samples go up to 65535, and not to 255.
    pub(crate) is_wide: bool,
}

/// Pixels as a file. Wide samples are given as two bytes, the high one first. Compression is 0 to 9, or -1 for a choice.
pub(crate) fn encode(pixels: &[u8], size: [usize; 3], is_wide: bool, compression: i64) -> Result<Vec<u8>> {
    let [height, width, channels] = size;
    let refuse = |e: &dyn std::fmt::Display| invalid_argument(format!("cannot write a PNG of {size:?}: {e}"));
    let side = |n: usize| u32::try_from(n).map_err(|e| refuse(&e));
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, side(width)?, side(height)?);
    encoder.set_color(match channels {
        1 => ColorType::Grayscale,
        2 => ColorType::GrayscaleAlpha,
        3 => ColorType::Rgb,
        4 => ColorType::Rgba,
        _ => return Err(invalid_argument(format!("image must have 1, 2, 3, or 4 channels, got {channels}"))),
    });
    encoder.set_depth(if is_wide { BitDepth::Sixteen } else { BitDepth::Eight });
    match u8::try_from(compression) {
        Ok(0) => encoder.set_deflate_compression(DeflateCompression::NoCompression),
        Ok(level) => encoder.set_deflate_compression(DeflateCompression::Level(level.min(9))),
        Err(_) => encoder.set_compression(Compression::Balanced),
    }
    let mut writer = encoder.write_header().map_err(|e| refuse(&e))?;
    writer.write_image_data(pixels).map_err(|e| refuse(&e))?;
    writer.finish().map_err(|e| refuse(&e))?;
    Ok(file)
}

/// The pixels of a file. `channels` is how many are wanted, 0 for as many as the file has.
pub(crate) fn decode(file: &[u8], channels: usize) -> Result<Image> {
    let refuse = |e: &dyn std::fmt::Display| invalid_argument(format!("Invalid PNG data, size {}: {e}", file.len()));
    let mut decoder = Decoder::new_with_limits(Cursor::new(file), Limits { bytes: BYTES_MAX });
    decoder.set_transformations(Transformations::EXPAND);
    let mut reader = decoder.read_info().map_err(|e| refuse(&e))?;
    let is_palette = reader.info().color_type == ColorType::Indexed;
    let has_key = reader.info().trns.is_some();
    // An alpha that the file lacks is full, counted in the bits that the file's samples have: 1, 3 or 15 where they are few.
    let full = ((1u32 << reader.info().bit_depth as u8) - 1) as u16;
    let size =
        reader.output_buffer_size().filter(|size| *size <= BYTES_MAX).ok_or_else(|| refuse(&"it is too large"))?;
    let mut bytes = crate::array::elements::copies(0u8, size)?;
    let frame = reader.next_frame(&mut bytes).map_err(|e| refuse(&e))?;
    bytes.truncate(frame.buffer_size());
    let is_wide = frame.bit_depth == BitDepth::Sixteen;
    let found = match frame.color_type {
        ColorType::Grayscale => 1,
        ColorType::GrayscaleAlpha => 2,
        ColorType::Rgb => 3,
        ColorType::Rgba => 4,
        ColorType::Indexed => return Err(internal("a palette was not expanded")),
    };
    let mut samples = room_for(bytes.len())?;
    match is_wide {
        true => samples.extend(bytes.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]]))),
        false => samples.extend(bytes.iter().map(|byte| u16::from(*byte))),
    }
    let (height, width) = (frame.height as usize, frame.width as usize);
    let image = Image { height, width, channels: found, samples, is_wide };
    // A colour that means "clear" is no channel of the file, except in a palette.
    let own = if has_key && !is_palette { found - 1 } else { found };
    image.with_channels(if channels == 0 { own } else { channels }, full)
}

impl Image {
    /// The same image with other channels: grey made of colour, colour of grey, alpha dropped or `full`.
    fn with_channels(self, channels: usize, full: u16) -> Result<Image> {
        if channels == self.channels {
            return Ok(self);
        }
        let mut samples = room_for(self.height.saturating_mul(self.width).saturating_mul(channels))?;
        for pixel in self.samples.chunks_exact(self.channels) {
            let (color, alpha) = match *pixel {
                [grey] => ([grey; 3], full),
                [grey, alpha] => ([grey; 3], alpha),
                [r, g, b] => ([r, g, b], full),
                [r, g, b, alpha] => ([r, g, b], alpha),
                _ => return Err(internal("a pixel has one to four channels")),
            };
            let grey = grey_of(color, self.is_wide);
            match channels {
                1 => samples.push(grey),
                2 => samples.extend([grey, alpha]),
                3 => samples.extend(color),
                _ => samples.extend([color[0], color[1], color[2], alpha]),
            }
        }
        Ok(Image { channels, samples, ..self })
    }
}

/// Grey in libpng's way: parts of 32768, cut and not rounded.
fn grey_of([r, g, b]: [u16; 3], is_wide: bool) -> u16 {
    const RED: u32 = 9797;
    const GREEN: u32 = 19234;
    const BLUE: u32 = 32768 - RED - GREEN;
    if r == g && g == b {
        return r;
    }
    let sum = RED * u32::from(r) + GREEN * u32::from(g) + BLUE * u32::from(b);
    ((sum + if is_wide { 16384 } else { 0 }) >> 15) as u16
}
