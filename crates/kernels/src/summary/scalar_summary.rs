//! ScalarSummary: a `Summary` with a tag and a number for each place of its inputs.

use regatta_graph::Node;
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor, bf16, f16};

use crate::{Build, Kernel, array::elements::take, proto::Message, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ScalarSummary", scalar_summary)];

fn scalar_summary(node: &Node) -> Result<Kernel> {
    if !matches!(
        node.input_types[1].dtype,
        DType::Float
            | DType::Double
            | DType::Int8
            | DType::Int16
            | DType::Int32
            | DType::Int64
            | DType::UInt8
            | DType::UInt16
            | DType::UInt32
            | DType::UInt64
            | DType::Half
            | DType::BFloat16
    ) {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tags, values] = take(inputs)?;
        if tags.shape() != values.shape() {
            let tag = match tags.as_strings()? {
                [tag] => format!(" (tag '{}')", String::from_utf8_lossy(tag)),
                _ => String::new(),
            };
            return Err(invalid_argument(format!(
                "tags and values are not the same shape: {} != {}{tag}",
                tags.shape(),
                values.shape()
            )));
        }
        let mut summary = Message::default();
        for (tag, value) in tags.as_strings()?.iter().zip(floats(&values)?) {
            let mut entry = Message::default();
            entry.text(1, tag);
            entry.chosen_float(2, value);
            summary.bytes(1, &entry.finish());
        }
        Ok(vec![Tensor::string(summary.finish())])
    })))
}

fn floats(values: &Tensor) -> Result<Vec<f32>> {
    Ok(match values.dtype() {
        DType::Float => values.values::<f32>()?.to_vec(),
        DType::Double => values.values::<f64>()?.iter().map(|&x| x as f32).collect(),
        DType::Int8 => values.values::<i8>()?.iter().map(|&x| x.into()).collect(),
        DType::Int16 => values.values::<i16>()?.iter().map(|&x| x.into()).collect(),
        DType::Int32 => values.values::<i32>()?.iter().map(|&x| x as f32).collect(),
        DType::Int64 => values.values::<i64>()?.iter().map(|&x| x as f32).collect(),
        DType::UInt8 => values.values::<u8>()?.iter().map(|&x| x.into()).collect(),
        DType::UInt16 => values.values::<u16>()?.iter().map(|&x| x.into()).collect(),
        DType::UInt32 => values.values::<u32>()?.iter().map(|&x| x as f32).collect(),
        DType::UInt64 => values.values::<u64>()?.iter().map(|&x| x as f32).collect(),
        DType::Half => values.values::<f16>()?.iter().map(|x| x.to_f32()).collect(),
        _ => values.values::<bf16>()?.iter().map(|x| x.to_f32()).collect(),
    })
}
