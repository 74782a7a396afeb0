//! `Assert`: ends the step with its data in the error if the condition does not hold.

use regatta_graph::{AttrsExt, Node};
use regatta_kernels::first_elements;
use regatta_status::{Result, invalid_argument};

use crate::{action::Stateful, ops::next_tensor};

pub(crate) fn check(node: &Node) -> Result<Stateful> {
    let summarize = node.attrs.int("summarize")?;
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
            let elements = first_elements(&value.into_tensor()?, summarize);
            shown.push_str(&format!(" [{}]", String::from_utf8_lossy(&elements)));
        }
        Err(invalid_argument(shown))
    }))
}
