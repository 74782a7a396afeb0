//! StringToNumber: the number that each string spells, with white space around it.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Element, Tensor};

use super::numeral::{parse_f32, parse_f64, parse_int};
use crate::{
    Build, Kernel,
    array::elements::{room_for, take},
    unsupported,
};

pub(super) const KERNELS: &[(&str, Build)] = &[("StringToNumber", string_to_number)];

fn string_to_number(node: &Node) -> Result<Kernel> {
    Ok(match node.attrs.dtype("out_type")? {
        DType::Float => reads(parse_f32),
        DType::Double => reads(parse_f64),
        DType::Int32 => reads(parse_int::<i32>),
        DType::Int64 => reads(parse_int::<i64>),
        DType::UInt32 => reads(parse_int::<u32>),
        DType::UInt64 => reads(parse_int::<u64>),
        _ => return Err(unsupported(node)),
    })
}

fn reads<T: Element>(parse: fn(&[u8]) -> Option<T>) -> Kernel {
    Kernel::Compute(Box::new(move |inputs| {
        let [input] = take(inputs)?;
        let strings = input.as_strings()?;
        let mut numbers = room_for(strings.len())?;
        for string in strings {
            let refuse = || {
                let text = String::from_utf8_lossy(string);
                invalid_argument(format!("StringToNumberOp could not correctly convert string: {text}"))
            };
            numbers.push(parse(string).ok_or_else(refuse)?);
        }
        Ok(vec![Tensor::new(input.shape().clone(), numbers)?])
    }))
}
