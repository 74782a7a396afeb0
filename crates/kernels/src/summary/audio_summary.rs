//! AudioSummary, AudioSummaryV2: the first sounds of a batch as WAV files of 16 bits.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::{numbered_tag, scalar_tag, shown_count};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    proto::Message,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("AudioSummary", audio_summary), ("AudioSummaryV2", audio_summary_v2)];

fn audio_summary(node: &Node) -> Result<Kernel> {
    let (rate, limit) = (node.attrs.float("sample_rate")?, node.attrs.int("max_outputs")?);
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tag, tensor] = take(inputs)?;
        Ok(vec![Tensor::string(summary(&tag, &tensor, rate, limit)?)])
    })))
}

fn audio_summary_v2(node: &Node) -> Result<Kernel> {
    let limit = node.attrs.int("max_outputs")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tag, tensor, rate] = take(inputs)?;
        Ok(vec![Tensor::string(summary(&tag, &tensor, rate.single::<f32>()?, limit)?)])
    })))
}

fn summary(tag: &Tensor, tensor: &Tensor, rate: f32, limit: i64) -> Result<Vec<u8>> {
    let tag = scalar_tag(tag)?;
    let (batch, frames, channels) = match tensor.shape()[..] {
        [batch, frames] => (batch, frames, 1),
        [batch, frames, channels] => (batch, frames, channels),
        _ => return Err(invalid_argument(format!("Tensor must be 3-D or 2-D, got: {}", tensor.shape()))),
    };
    if rate.is_nan() || rate <= 0.0 {
        return Err(invalid_argument("sample_rate must be > 0"));
    }
    let (values, size) = (tensor.values::<f32>()?, frames * channels);
    let mut summary = Message::default();
    for k in 0..shown_count(limit, batch)? {
        let mut audio = Message::default();
        audio.float(1, rate);
        audio.int(2, channels as i64);
        audio.int(3, frames as i64);
        audio.text(4, &wav(&values[k * size..(k + 1) * size], rate.round_ties_even() as u32, channels)?);
        audio.text(5, b"audio/wav");
        let mut entry = Message::default();
        entry.text(1, &numbered_tag(tag, "/audio", k, limit));
        entry.bytes(6, &audio.finish());
        summary.bytes(1, &entry.finish());
    }
    Ok(summary.finish())
}

/// A RIFF file with one format and one piece of data.
fn wav(samples: &[f32], rate: u32, channels: usize) -> Result<Vec<u8>> {
    const HEADER: usize = 44;
    let refuse = |what: &str| invalid_argument(format!("{what} is not what a WAV file can hold"));
    let channels = u16::try_from(channels).ok().filter(|n| *n > 0).ok_or_else(|| refuse("num_channels"))?;
    let data = u32::try_from(samples.len() * 2).ok().filter(|n| *n <= u32::MAX - HEADER as u32);
    let data = data.ok_or_else(|| refuse("num_frames"))?;
    let frame_size = channels.checked_mul(2).ok_or_else(|| refuse("num_channels"))?;
    let byte_rate = rate.checked_mul(frame_size.into()).filter(|n| *n > 0).ok_or_else(|| refuse("sample_rate"))?;
    let mut file = room_for(HEADER + samples.len() * 2)?;
    file.extend_from_slice(b"RIFF");
    file.extend((data + HEADER as u32 - 8).to_le_bytes());
    file.extend_from_slice(b"WAVEfmt ");
    file.extend(16u32.to_le_bytes());
    for number in [1, channels] {
        file.extend(number.to_le_bytes());
    }
    file.extend(rate.to_le_bytes());
    file.extend(byte_rate.to_le_bytes());
    for number in [frame_size, 16] {
        file.extend(number.to_le_bytes());
    }
    file.extend_from_slice(b"data");
    file.extend(data.to_le_bytes());
    // Rust's conversion brings what is too large to the largest, as a loud sound is clipped.
    file.extend(samples.iter().flat_map(|x| ((x * 32768.0).round() as i16).to_le_bytes()));
    Ok(file)
}
