//! A function for every op of the table, written from it: inputs and required attributes are arguments, the other attributes
//! are methods, and `build` adds the node to a graph.
//!
//! ```
//! use regatta::{Graph, Tensor, ops};
//!
//! let mut g = Graph::new();
//! let x = g.constant(Tensor::vector(vec![3.0f32, 1.0, 2.0]))?;
//! let k = g.constant(Tensor::scalar(2i32))?;
//! let axis = g.constant(Tensor::scalar(0i32))?;
//! let largest = ops::arg_max(&x, &axis).named("largest").build(&mut g)?;
//! assert_eq!(largest.name(), "largest:0");
//! # let _ = k;
//! # Ok::<(), regatta::Status>(())
//! ```

#[allow(unused_imports)] // Whether lists of functions are used depends on the table.
use regatta_graph::{AttrList, AttrValue, Attrs, FunctionRef, GraphBuilder, Outlet};
use regatta_status::Result;
use regatta_tensor::{DType, PartialShape, Tensor};

/// What all of them are made of.
struct Call {
    op: &'static str,
    name: String,
    inputs: Vec<Outlet>,
    /// Where the op has inputs of several values: the attribute that counts them follows from the others' number.
    attrs: Attrs,
}

impl Call {
    fn new(op: &'static str) -> Call {
        Call { op, name: op.to_owned(), inputs: Vec::new(), attrs: Attrs::new() }
    }

    fn named(self, name: &str) -> Call {
        Call { name: name.to_owned(), ..self }
    }

    fn input(mut self, input: &Outlet) -> Call {
        self.inputs.push(input.clone());
        self
    }

    fn inputs(mut self, inputs: &[Outlet]) -> Call {
        self.inputs.extend_from_slice(inputs);
        self
    }

    fn attr(mut self, name: &str, value: impl Into<AttrValue>) -> Call {
        self.attrs.insert(name.to_owned(), value.into());
        self
    }

    fn build(self, g: &mut GraphBuilder) -> Result<Outlet> {
        let node = g.node(self.op, &self.name).inputs(&self.inputs);
        self.attrs.into_iter().fold(node, |node, (name, value)| node.attr(&name, value)).finish()
    }
}

/// Every output of a node.
fn outputs(first: &Outlet) -> Vec<Outlet> {
    (0..first.num_outputs()).map(|k| first.output(k)).collect()
}

include!(concat!(env!("OUT_DIR"), "/ops.rs"));
