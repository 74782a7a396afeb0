//! Graphs as a client describes them: nodes with names, inputs by name, attributes, nothing resolved.
//!
//! These are the domain's own types; `wire` turns the protocol's messages into them and back. Nothing in them has been
//! checked: a [`Graph`](crate::Graph) is what remains when it has.

use std::collections::BTreeMap;

use regatta_tensor::{DType, PartialShape, Tensor};

/// A graph as it is sent.
#[derive(Clone, Debug, Default)]
pub struct GraphDef {
    /// The nodes, in any order.
    pub nodes: Vec<NodeDef>,
    /// The functions that nodes may call.
    pub library: Library,
    /// Who made the graph and who may read it.
    pub versions: Versions,
}

/// A node as it is sent.
#[derive(Clone, Debug, Default)]
pub struct NodeDef {
    /// Unique in its graph.
    pub name: String,
    /// The op's name.
    pub op: String,
    /// `node` or `node:output`, then the control inputs as `^node`.
    pub inputs: Vec<String>,
    /// Where it should run; any part may be missing.
    pub device: String,
    /// The op's parameters.
    pub attrs: Attrs,
}

/// The attributes of a node or function by name, in the order of their names so that the same graph is always the same bytes.
pub type Attrs = BTreeMap<String, AttrValue>;

/// The value of an attribute.
#[derive(Clone, Debug)]
pub enum AttrValue {
    /// Bytes, mostly text.
    String(Vec<u8>),
    /// A whole number.
    Int(i64),
    /// A real number.
    Float(f32),
    /// A truth.
    Bool(bool),
    /// An element type.
    Type(DType),
    /// A shape, perhaps not wholly known.
    Shape(PartialShape),
    /// A value.
    Tensor(Tensor),
    /// A function of the library, with its own attributes.
    Func(FunctionRef),
    /// Several of one kind.
    List(AttrList),
    /// Inside a function's body: the value of the function's attribute of this name.
    Placeholder(String),
}

/// A list attribute. At most one of the vectors has something in it; an empty list is empty for every kind.
#[derive(Clone, Debug, Default)]
#[allow(missing_docs)]
pub struct AttrList {
    pub strings: Vec<Vec<u8>>,
    pub ints: Vec<i64>,
    pub floats: Vec<f32>,
    pub bools: Vec<bool>,
    pub types: Vec<DType>,
    pub shapes: Vec<PartialShape>,
    pub tensors: Vec<Tensor>,
    pub funcs: Vec<FunctionRef>,
}

/// A function of the library, as an attribute names it.
#[derive(Clone, Debug, Default)]
pub struct FunctionRef {
    /// The function's name.
    pub name: String,
    /// The attributes it is called with.
    pub attrs: Attrs,
}

/// The functions that come with a graph.
#[derive(Clone, Debug, Default)]
pub struct Library {
    /// The functions.
    pub functions: Vec<FunctionDef>,
    /// Which function computes the gradient of which: (function, gradient).
    pub gradients: Vec<(String, String)>,
}

/// A function: named arguments in, a body, named results out.
#[derive(Clone, Debug, Default)]
pub struct FunctionDef {
    /// Its name, by which nodes and attributes call it.
    pub name: String,
    /// The arguments.
    pub inputs: Vec<FunctionArg>,
    /// The results.
    pub outputs: Vec<FunctionArg>,
    /// Names of control results.
    pub control_outputs: Vec<String>,
    /// Whether the body has effects beyond its results.
    pub is_stateful: bool,
    /// Attributes of the function itself.
    pub attrs: Attrs,
    /// The body; its nodes name each other's outputs as `node:output_name:index` and arguments by their name.
    pub nodes: Vec<NodeDef>,
    /// Result name to the tensor of the body that is it.
    pub results: BTreeMap<String, String>,
    /// Control result name to the node of the body that is it.
    pub control_results: BTreeMap<String, String>,
}

/// An argument or result of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionArg {
    /// Its name.
    pub name: String,
    /// Its type if fixed.
    pub dtype: Option<DType>,
    /// The attribute that names its type, else empty.
    pub type_attr: String,
    /// The attribute that says how many there are, else empty.
    pub number_attr: String,
    /// The attribute that lists the types, else empty.
    pub type_list_attr: String,
    /// Whether it is a reference.
    pub is_ref: bool,
}

/// Which versions of the graph language a graph was made with and may be read by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Versions {
    /// The maker's version.
    pub producer: i32,
    /// The oldest reader that understands it.
    pub min_consumer: i32,
    /// Readers that must refuse it.
    pub bad_consumers: Vec<i32>,
}

impl Versions {
    /// The version of the graph language that this runtime reads and writes: TensorFlow 2.21's.
    pub const CURRENT: i32 = 2474;
}
