//! ParseTensor, SerializeTensor: tensors from and to `TensorProto` messages.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use super::tensor_message::{read, unreadable, write};
use crate::{Build, Kernel, array::elements::take, string::text::scalar, unsupported};

pub(super) const KERNELS: &[(&str, Build)] = &[("ParseTensor", parse_tensor), ("SerializeTensor", serialize_tensor)];

fn parse_tensor(node: &Node) -> Result<Kernel> {
    let dtype = node.attrs.dtype("out_type")?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [serialized] = take(inputs)?;
        let bytes = scalar(&serialized, |shape| format!("Expected `serialized` to be a scalar, got shape: {shape}"))?;
        let tensor = read(bytes).ok_or_else(|| unreadable(bytes))??;
        if tensor.dtype() != dtype {
            return Err(invalid_argument(format!(
                "Type mismatch between parsed tensor ({}) and dtype ({dtype})",
                tensor.dtype()
            )));
        }
        Ok(vec![tensor])
    })))
}

fn serialize_tensor(node: &Node) -> Result<Kernel> {
    if node.input_types[0].dtype.size().is_none() && node.input_types[0].dtype != regatta_tensor::DType::String {
        return Err(unsupported(node));
    }
    Ok(Kernel::Compute(Box::new(|inputs| {
        let [tensor] = take(inputs)?;
        Ok(vec![Tensor::string(write(&tensor)?)])
    })))
}
