//! Conditions and loops of a [`Graph`]. Their parts see nothing but what they are given, and can be differentiated.
//!
//! ```
//! use regatta::{Graph, Session, Tensor};
//!
//! // Doubles x until it passes a hundred.
//! let mut g = Graph::new();
//! let x = g.constant(Tensor::scalar(3.0f32))?;
//! let end = g.while_loop(
//!     &[x.clone()],
//!     |g, vars| {
//!         let limit = g.constant(Tensor::scalar(100.0f32))?;
//!         g.less(&vars[0], &limit)
//!     },
//!     |g, vars| Ok(vec![g.scale(&vars[0], 2.0)?]),
//! )?;
//! let slope = g.gradients(&end, &[x])?.remove(0).expect("the end depends on x").dense(&mut g)?;
//! let found = Session::local()?.step(&mut g).fetch(&end[0]).fetch(&slope).run()?;
//! assert_eq!((found[0].single::<f32>()?, found[1].single::<f32>()?), (192.0, 64.0));
//! # Ok::<(), regatta::Status>(())
//! ```

use regatta_graph::{GraphBuilder, Outlet};
use regatta_status::Result;
use regatta_tensor::PartialShape;

use crate::graph::Graph;

impl Graph {
    /// What `then` makes of the inputs if a scalar of truths holds, else what `otherwise` makes of them; as many tensors of
    /// the same types. TensorFlow's `tf.cond`, with its captures written out as inputs.
    pub fn cond(
        &mut self,
        condition: &Outlet,
        inputs: &[Outlet],
        then: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Vec<Outlet>>,
        otherwise: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Vec<Outlet>> {
        let builder: &mut GraphBuilder = self;
        builder.cond(
            condition,
            inputs,
            |body, inputs| Graph::lend(body, |g| then(g, inputs)),
            |body, inputs| Graph::lend(body, |g| otherwise(g, inputs)),
        )
    }

    /// The values of the loop's variables when `condition` no longer holds of them; in each turn `body` gives their next
    /// values, of the same types and shapes. What a turn needs and does not change is a variable that the body hands on.
    pub fn while_loop(
        &mut self,
        variables: &[Outlet],
        condition: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Outlet>,
        body: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Vec<Outlet>> {
        let shapes: Vec<PartialShape> = variables.iter().map(Outlet::shape).collect();
        self.while_loop_with(variables, &shapes, condition, body)
    }

    /// As [`Graph::while_loop`], with what holds of the variables' shapes in every turn: for tensors that grow.
    pub fn while_loop_with(
        &mut self,
        variables: &[Outlet],
        shapes: &[PartialShape],
        condition: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Outlet>,
        body: impl FnOnce(&mut Graph, &[Outlet]) -> Result<Vec<Outlet>>,
    ) -> Result<Vec<Outlet>> {
        let builder: &mut GraphBuilder = self;
        builder.while_loop_with(
            variables,
            shapes,
            |inner, vars| Graph::lend(inner, |g| condition(g, vars)),
            |inner, vars| Graph::lend(inner, |g| body(g, vars)),
        )
    }

    /// Lets somebody use a builder as a graph of its own, which has no variables.
    fn lend<T>(builder: &mut GraphBuilder, use_it: impl FnOnce(&mut Graph) -> T) -> T {
        let mut graph = Graph::from_builder(std::mem::take(builder));
        let made = use_it(&mut graph);
        *builder = graph.into_builder();
        made
    }
}
