//! What this runtime can run: the op table, with the types that each op's kernel takes.
//!
//! Nothing is written down twice: which types an op takes is found by asking for a kernel of each.

use regatta_graph::{
    AttrList, AttrValue, Attrs, Node, OpDef,
    op_def::{AttrDef, AttrKind},
    ops::{self, functional::is_functional},
};
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::action::Action;

/// An op and what it can be run with.
pub struct Entry {
    /// The op.
    pub op: &'static OpDef,
    /// For each of its attributes that is a type: the types that it may be.
    pub types: Vec<(&'static str, Types)>,
    /// The kinds of devices that run it.
    pub devices: &'static [&'static str],
}

/// The types that something may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Types {
    /// Whatever there is.
    Any,
    /// These.
    These(Vec<DType>),
}

/// What the types of indices, axes and sizes are called. Kernels look at such inputs, not at the attribute.
const INDICES: [&str; 16] = [
    "Tidx",
    "Tindices",
    "Taxis",
    "Tshape",
    "Tdim",
    "Tperm",
    "Tpaddings",
    "Tmultiples",
    "Tlen",
    "Index",
    "index_type",
    "shape_type",
    "out_idx",
    "Tblock_shape",
    "Tcrops",
    "Tnumsegments",
];

/// Every op of the table, by name.
pub fn catalogue() -> Vec<Entry> {
    ops::all().into_iter().map(entry).collect()
}

fn entry(op: &'static OpDef) -> Entry {
    let is_type = |attr: &&AttrDef| attr.kind == AttrKind::Type && !attr.is_list;
    let attrs: Vec<&AttrDef> = op.attrs.iter().filter(is_type).collect();
    let types = attrs.iter().map(|attr| (attr.name, types_of(op, &attrs, attr))).collect();
    Entry { op, types, devices: &["CPU"] }
}

/// The types that make a kernel together with some types of the op's other attributes.
fn types_of(op: &'static OpDef, attrs: &[&AttrDef], attr: &AttrDef) -> Types {
    const OTHERS: [DType; 6] = [DType::Float, DType::Int32, DType::Int64, DType::String, DType::Bool, DType::Complex64];
    if is_functional(op.name) {
        return Types::Any;
    }
    if INDICES.contains(&attr.name) {
        return Types::These(vec![DType::Int32, DType::Int64]);
    }
    let others: Vec<&str> = attrs.iter().map(|other| other.name).filter(|name| *name != attr.name).collect();
    let tries = OTHERS.len().pow(others.len().min(3) as u32);
    let works = |dtype: DType| {
        (0..tries).any(|mut number| {
            let mut chosen: Attrs = [(attr.name.to_owned(), AttrValue::Type(dtype))].into();
            for other in &others {
                chosen.insert((*other).to_owned(), AttrValue::Type(OTHERS[number % OTHERS.len()]));
                number /= OTHERS.len();
            }
            has_kernel(op, chosen)
        })
    };
    let found: Vec<DType> = DType::ALL.into_iter().filter(|dtype| works(*dtype)).collect();
    if found.len() == DType::ALL.len() { Types::Any } else { Types::These(found) }
}

/// Whether a node with these types would find a kernel. What else its attributes must be is not the question.
fn has_kernel(op: &'static OpDef, mut attrs: Attrs) -> bool {
    for attr in &op.attrs {
        if attr.default.is_none() && !attrs.contains_key(attr.name) {
            attrs.insert(attr.name.to_owned(), some_value(attr));
        }
    }
    if op.complete_attrs("node", &mut attrs).is_err() {
        return false;
    }
    let (Ok(input_types), Ok(output_types)) = (op.input_types(&attrs), op.output_types(&attrs)) else { return false };
    let node = Node {
        name: "node".into(),
        op,
        device: String::new(),
        attrs,
        inputs: Vec::new(),
        control_inputs: Vec::new(),
        input_types,
        output_types,
    };
    match Action::build(&node) {
        Ok(_) => true,
        Err(status) => !status.message.contains("No OpKernel was registered"),
    }
}

fn some_value(attr: &AttrDef) -> AttrValue {
    if attr.is_list {
        return AttrValue::List(AttrList::default());
    }
    match attr.kind {
        AttrKind::String => AttrValue::String(Vec::new()),
        AttrKind::Int => AttrValue::Int(1),
        AttrKind::Float => AttrValue::Float(0.0),
        AttrKind::Bool => AttrValue::Bool(false),
        AttrKind::Type => AttrValue::Type(DType::Float),
        AttrKind::Shape => AttrValue::Shape(PartialShape::unknown()),
        AttrKind::Tensor => AttrValue::Tensor(Tensor::scalar(0f32)),
        AttrKind::Func => AttrValue::Func(Default::default()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find<'a>(entries: &'a [Entry], op: &str) -> &'a Entry {
        entries.iter().find(|entry| entry.op.name == op).unwrap()
    }

    #[test]
    fn types_are_those_that_kernels_take() {
        let entries = catalogue();
        let Types::These(types) = &find(&entries, "MatMul").types[0].1 else { panic!("any") };
        assert!(types.contains(&DType::Float) && types.contains(&DType::BFloat16) && !types.contains(&DType::String));
        assert_eq!(find(&entries, "Identity").types[0].1, Types::Any);
        let without: Vec<&str> = entries
            .iter()
            .filter(|entry| entry.types.iter().any(|(_, types)| *types == Types::These(Vec::new())))
            .map(|entry| entry.op.name)
            .collect();
        assert!(without.is_empty(), "these ops take no type at all: {without:?}");
    }

    #[test]
    fn every_op_says_what_it_does() {
        let silent: Vec<&str> = ops::all().iter().filter(|op| op.about.is_empty()).map(|op| op.name).collect();
        assert!(silent.is_empty(), "these ops have no description: {silent:?}");
    }
}
