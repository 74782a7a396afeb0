//! HistogramSummary: a `Summary` with how often values fall into buckets that grow by a tenth from 1e-12 to 1e20.

use std::sync::LazyLock;

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor, bf16, f16};

use crate::{Build, Kernel, array::elements::take, proto::Message, unsupported};

/// The upper ends of the buckets.
static LIMITS: LazyLock<Vec<f64>> = LazyLock::new(|| {
    let mut positive = Vec::new();
    let mut limit = 1.0e-12;
    while limit < 1.0e20 {
        positive.push(limit);
        limit *= 1.1;
    }
    positive.push(f64::MAX);
    positive.iter().rev().map(|limit| -limit).chain([0.0]).chain(positive.iter().copied()).collect()
});

pub(super) const KERNELS: &[(&str, Build)] = &[("HistogramSummary", histogram_summary)];

fn histogram_summary(node: &Node) -> Result<Kernel> {
    let read: fn(&Tensor) -> Result<Vec<f64>> = match node.input_types[1].dtype {
        DType::Float => |t| Ok(t.values::<f32>()?.iter().map(|&x| x.into()).collect()),
        DType::Double => |t| Ok(t.values::<f64>()?.to_vec()),
        DType::Int8 => |t| Ok(t.values::<i8>()?.iter().map(|&x| x.into()).collect()),
        DType::Int16 => |t| Ok(t.values::<i16>()?.iter().map(|&x| x.into()).collect()),
        DType::Int32 => |t| Ok(t.values::<i32>()?.iter().map(|&x| x.into()).collect()),
        DType::Int64 => |t| Ok(t.values::<i64>()?.iter().map(|&x| x as f64).collect()),
        DType::UInt8 => |t| Ok(t.values::<u8>()?.iter().map(|&x| x.into()).collect()),
        DType::UInt16 => |t| Ok(t.values::<u16>()?.iter().map(|&x| x.into()).collect()),
        DType::UInt32 => |t| Ok(t.values::<u32>()?.iter().map(|&x| x.into()).collect()),
        DType::UInt64 => |t| Ok(t.values::<u64>()?.iter().map(|&x| x as f64).collect()),
        DType::Half => |t| Ok(t.values::<f16>()?.iter().map(|x| x.to_f64()).collect()),
        DType::BFloat16 => |t| Ok(t.values::<bf16>()?.iter().map(|x| x.to_f64()).collect()),
        _ => return Err(unsupported(node)),
    };
    let name = node.name.clone();
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [tag, values] = take(inputs)?;
        let not_scalar = || invalid_argument("tags must be scalar");
        if tag.shape().rank() != 0 {
            return Err(not_scalar());
        }
        let [tag] = tag.as_strings()? else { return Err(not_scalar()) };
        let values = read(&values)?;
        if let Some(odd) = values.iter().find(|value| !value.is_finite()) {
            let what = if odd.is_nan() { "Nan in summary histogram" } else { "Infinity in Histogram" };
            return Err(invalid_argument(format!("{what} for: {name}")));
        }
        let mut entry = Message::default();
        entry.text(1, tag);
        entry.bytes(5, &histogram(&values));
        let mut summary = Message::default();
        summary.bytes(1, &entry.finish());
        Ok(vec![Tensor::string(summary.finish())])
    })))
}

/// A `HistogramProto`; a run of empty buckets is written as one.
fn histogram(values: &[f64]) -> Vec<u8> {
    let limits = &*LIMITS;
    let mut counts = vec![0.0; limits.len()];
    let (mut min, mut max, mut sum, mut squares) = (f64::MAX, -f64::MAX, 0.0, 0.0);
    for &value in values {
        let bucket = limits.partition_point(|limit| *limit <= value);
        counts[bucket.min(limits.len() - 1)] += 1.0;
        min = f64::min(min, value);
        max = f64::max(max, value);
        sum += value;
        squares += value * value;
    }
    let (mut ends, mut sizes) = (Vec::new(), Vec::new());
    for (i, (&limit, &count)) in limits.iter().zip(&counts).enumerate() {
        let run_goes_on = count == 0.0 && counts.get(i + 1) == Some(&0.0);
        if !run_goes_on {
            ends.push(limit);
            sizes.push(count);
        }
    }
    let mut message = Message::default();
    for (field, value) in [(1, min), (2, max), (3, values.len() as f64), (4, sum), (5, squares)] {
        message.double(field, value);
    }
    message.doubles(6, &ends);
    message.doubles(7, &sizes);
    message.finish()
}
