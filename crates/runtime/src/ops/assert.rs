//! `Assert`: ends the step with its data in the error if the condition does not hold.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{action::Stateful, ops::next_tensor};

pub(crate) fn check(node: &Node) -> Result<Stateful> {
    let summarize = usize::try_from(node.attrs.int("summarize")?).unwrap_or(usize::MAX);
    Ok(Box::new(move |_, inputs| {
        let mut inputs = inputs.into_iter();
        let condition = next_tensor(&mut inputs)?;
        if condition.shape().rank() != 0 {
            return Err(invalid_argument(format!("In[0] should be a scalar: {}", condition.shape())));
        }
        if condition.single::<bool>()? {
            return Ok(Vec::new());
        }
        let mut shown = String::from("assertion failed:");
        for value in inputs {
            shown.push_str(&format!(" [{}]", summary(&value.into_tensor()?, summarize)));
        }
        Err(invalid_argument(shown))
    }))
}

/// The first few elements, as TensorFlow prints them.
fn summary(tensor: &Tensor, count: usize) -> String {
    let mut shown: Vec<String> = match tensor.as_strings() {
        Ok(strings) => strings.iter().take(count).map(|s| String::from_utf8_lossy(s).into_owned()).collect(),
        Err(_) => {
            use regatta_tensor::DType::*;
            match tensor.dtype() {
                Float => {
                    tensor.values::<f32>().unwrap_or_default().iter().take(count).map(ToString::to_string).collect()
                }
                Double => {
                    tensor.values::<f64>().unwrap_or_default().iter().take(count).map(ToString::to_string).collect()
                }
                Int32 => {
                    tensor.values::<i32>().unwrap_or_default().iter().take(count).map(ToString::to_string).collect()
                }
                Int64 => {
                    tensor.values::<i64>().unwrap_or_default().iter().take(count).map(ToString::to_string).collect()
                }
                Bool => tensor
                    .values::<bool>()
                    .unwrap_or_default()
                    .iter()
                    .take(count)
                    .map(|b| u8::from(*b).to_string())
                    .collect(),
                other => vec![format!("<{other}>")],
            }
        }
    };
    if tensor.num_elements() > shown.len() {
        shown.push("...".into());
    }
    shown.join(" ")
}
