//! What a shape rule is asked and what it answers.

use regatta_status::Result;
use regatta_tensor::{PartialShape, Tensor};

use crate::Node;

/// How the shapes of an op's outputs follow from its inputs. An error means that no step could ever succeed.
pub type ShapeRule = fn(&ShapeQuery<'_>) -> Result<Vec<PartialShape>>;

/// What is known about a node before any step.
pub struct ShapeQuery<'a> {
    /// The node, for its attributes.
    pub node: &'a Node,
    /// The shapes of its inputs.
    pub inputs: &'a [PartialShape],
    /// The values of those inputs that are constants.
    pub constants: &'a [Option<&'a Tensor>],
    /// The shapes of the variables behind those inputs that are handles, where they are known.
    pub handles: &'a [Option<PartialShape>],
}

/// Nothing can be said.
pub fn unknown(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::unknown(); query.node.output_types.len()])
}
