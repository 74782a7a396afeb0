//! What shape rules are made of: checks of ranks and sizes, with TensorFlow's words where they fail.

use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::shape_rule::ShapeQuery;

/// A size that may not be known.
pub(super) type Dim = Option<usize>;

/// The shape of an input.
pub(super) fn input<'a>(query: &ShapeQuery<'a>, k: usize) -> Result<&'a PartialShape> {
    query.inputs.get(k).ok_or_else(|| internal(format!("shape rule asks for input {k} of {}", query.inputs.len())))
}

/// The value of an input, if it is a constant.
pub(super) fn constant<'a>(query: &ShapeQuery<'a>, k: usize) -> Option<&'a Tensor> {
    query.constants.get(k).copied().flatten()
}

/// The whole numbers in a constant, of either type.
pub(super) fn integers(tensor: &Tensor) -> Option<Vec<i64>> {
    match tensor.dtype() {
        DType::Int32 => Some(tensor.values::<i32>().ok()?.iter().map(|x| i64::from(*x)).collect()),
        DType::Int64 => Some(tensor.values::<i64>().ok()?.to_vec()),
        _ => None,
    }
}

/// The same shape, of which the rank is now known.
pub(super) fn with_rank(shape: &PartialShape, rank: usize) -> Result<PartialShape> {
    match shape.rank() {
        None => Ok(PartialShape::of_rank(rank)),
        Some(known) if known == rank => Ok(shape.clone()),
        Some(known) => Err(invalid_argument(format!("Shape must be rank {rank} but is rank {known}"))),
    }
}

/// Refuses a shape that is known to have fewer dimensions.
pub(super) fn at_least_rank(shape: &PartialShape, rank: usize) -> Result<()> {
    match shape.rank() {
        Some(known) if known < rank => {
            Err(invalid_argument(format!("Shape must be at least rank {rank} but is rank {known}")))
        }
        _ => Ok(()),
    }
}

/// Refuses a shape that is known not to be a scalar's.
pub(super) fn scalar(shape: &PartialShape) -> Result<()> {
    with_rank(shape, 0).map(drop)
}

/// One size from two that must be equal.
pub(super) fn equal_dims(left: Dim, right: Dim) -> Result<Dim> {
    match (left, right) {
        (Some(m), Some(n)) if m != n => Err(invalid_argument(format!("Dimensions must be equal, but are {m} and {n}"))),
        _ => Ok(left.or(right)),
    }
}

/// One shape from two that must be the same.
pub(super) fn merge(left: &PartialShape, right: &PartialShape) -> Result<PartialShape> {
    if let Some(merged) = left.merge(right) {
        return Ok(merged);
    }
    let (left_sizes, right_sizes) = (left.sizes().unwrap_or_default(), right.sizes().unwrap_or_default());
    if left_sizes.len() != right_sizes.len() {
        return Err(invalid_argument(format!(
            "Shapes must be equal rank, but are {} and {}",
            left_sizes.len(),
            right_sizes.len()
        )));
    }
    let differs = |(m, n): (&Dim, &Dim)| matches!((m, n), (Some(m), Some(n)) if m != n);
    let k = left_sizes.iter().zip(right_sizes).position(differs).unwrap_or_default();
    let (m, n) = (left_sizes[k].unwrap_or_default(), right_sizes[k].unwrap_or_default());
    Err(invalid_argument(format!(
        "Dimension {k} in both shapes must be equal, but are {m} and {n}. Shapes are {left} and {right}."
    )))
}

/// The shape that two broadcast to. A size that is not known may turn out to be 1.
pub(super) fn broadcast(x: &PartialShape, y: &PartialShape) -> Result<PartialShape> {
    let (Some(x), Some(y)) = (x.sizes(), y.sizes()) else { return Ok(PartialShape::unknown()) };
    let rank = x.len().max(y.len());
    let at = |sizes: &[Dim], k: usize| (k + sizes.len()).checked_sub(rank).map_or(Some(1), |k| sizes[k]);
    let sizes: Result<Vec<Dim>> = (0..rank)
        .map(|k| match (at(x, k), at(y, k)) {
            (Some(1), size) | (size, Some(1)) => Ok(size),
            (Some(m), Some(n)) => equal_dims(Some(m), Some(n)),
            // The other must be this or 1.
            (Some(m), None) | (None, Some(m)) => Ok(Some(m)),
            (None, None) => Ok(None),
        })
        .collect();
    sizes.map(PartialShape::new)
}

/// A rule: the output has the shape of the variable behind the first input, a handle.
pub(super) fn behind_handle(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![query.handles.first().cloned().flatten().unwrap_or_default()])
}

/// A rule: the output has the shape of the first input.
pub(super) fn same_as_first(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![input(query, 0)?.clone()])
}

/// A rule: the inputs have one shape, and the output too.
pub(super) fn all_the_same(query: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    let mut shape = PartialShape::unknown();
    for input in query.inputs {
        shape = merge(&shape, input)?;
    }
    Ok(vec![shape])
}

/// A rule: the output is a scalar.
pub(super) fn gives_scalar(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(vec![PartialShape::of_rank(0)])
}

/// A rule: there are no outputs.
pub(super) fn gives_nothing(_: &ShapeQuery<'_>) -> Result<Vec<PartialShape>> {
    Ok(Vec::new())
}

#[cfg(test)]
mod tests {
    use regatta_tensor::{DType, PartialShape, Shape, Tensor};

    use crate::{AttrValue, Graph, GraphDef, NodeDef, shape_rule::ShapeQuery};

    /// `[2,?]`, or `?` for nothing known.
    fn shape(text: &str) -> PartialShape {
        match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
            None => PartialShape::unknown(),
            Some(sizes) => PartialShape::new(
                sizes.split(',').filter(|size| !size.is_empty()).map(|size| size.parse().ok()).collect(),
            ),
        }
    }

    /// The outputs' shapes or the error, for inputs of these shapes (or constants, written `=1 2`, with `=` a scalar).
    fn infer(op: &str, attrs: &[(&str, AttrValue)], inputs: &[&str]) -> String {
        let op_def = crate::ops::find(op).unwrap();
        let mut attrs: crate::Attrs = attrs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        for attr in op_def.attrs.iter().filter(|attr| attr.default.is_none()) {
            attrs.entry(attr.name.to_owned()).or_insert(match attr.kind {
                crate::op_def::AttrKind::Int => AttrValue::Int(inputs.len() as i64),
                _ => AttrValue::Type(DType::Float),
            });
        }
        op_def.complete_attrs("node", &mut attrs).unwrap();
        let mut nodes = Vec::new();
        for (k, edge) in op_def.input_types(&attrs).unwrap().into_iter().enumerate() {
            let source = match (edge.is_ref, edge.dtype) {
                (true, _) => "VariableV2",
                (_, DType::Resource) => "VarHandleOp",
                _ => "Placeholder",
            };
            let about = [
                ("dtype".to_owned(), AttrValue::Type(edge.dtype)),
                ("shape".to_owned(), AttrValue::Shape(PartialShape::unknown())),
            ];
            nodes.push(NodeDef { name: format!("i{k}"), op: source.into(), attrs: about.into(), ..NodeDef::default() });
        }
        let names = (0..nodes.len()).map(|k| format!("i{k}")).collect();
        nodes.push(NodeDef { name: "node".into(), op: op.into(), inputs: names, attrs, ..NodeDef::default() });
        let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() }).unwrap();
        let constants: Vec<Option<Tensor>> = inputs
            .iter()
            .map(|text| {
                let values = text.strip_prefix('=')?;
                let scalar = !values.starts_with(' ');
                let values: Vec<i32> = values.split_whitespace().map(|x| x.parse().unwrap()).collect();
                let sizes = if scalar { vec![] } else { vec![values.len()] };
                Some(Tensor::new(Shape::new(&sizes).unwrap(), values).unwrap())
            })
            .collect();
        let shapes: Vec<PartialShape> = inputs
            .iter()
            .zip(&constants)
            .map(|(text, constant)| constant.as_ref().map_or_else(|| shape(text), |value| value.shape().into()))
            .collect();
        let constants: Vec<Option<&Tensor>> = constants.iter().map(Option::as_ref).collect();
        let node = graph.node(graph.find("node").unwrap());
        match (node.op.shape)(&ShapeQuery { node, inputs: &shapes, constants: &constants, handles: &[] }) {
            Ok(shapes) => shapes.iter().map(PartialShape::to_string).collect::<Vec<_>>().join(" "),
            Err(error) => error.message,
        }
    }

    #[test]
    fn rules_say_what_tensorflows_say() {
        let nchw = ("data_format", AttrValue::String("NCHW".into()));
        let transposed = ("transpose_a", AttrValue::Bool(true));
        let lenient = ("incompatible_shape_error", AttrValue::Bool(false));
        let keep = ("keep_dims", AttrValue::Bool(true));
        let unvalidated = ("validate_shape", AttrValue::Bool(false));
        type Case<'a> = (&'a str, &'a [(&'a str, AttrValue)], &'a [&'a str], &'a str);
        let cases: &[Case<'_>] = &[
            ("AddV2", &[], &["[2,3]", "[4]"], "Dimensions must be equal, but are 3 and 4"),
            ("AddV2", &[], &["[2,3]", "[3,3]"], "Dimensions must be equal, but are 2 and 3"),
            ("AddV2", &[], &["[2,?]", "[?,1]"], "[2,?]"),
            ("AddV2", &[], &["[?]", "[1]"], "[?]"),
            ("AddV2", &[], &["[?]", "[5]"], "[5]"),
            ("AddV2", &[], &["?", "[5]"], "<unknown>"),
            ("Equal", &[lenient], &["[2,3]", "[4]"], "[]"),
            ("MatMul", &[], &["[2,3]", "[4,5]"], "Dimensions must be equal, but are 3 and 4"),
            ("MatMul", &[transposed], &["[2,3]", "[4,5]"], "Dimensions must be equal, but are 2 and 4"),
            ("MatMul", &[], &["[2,3]", "[4]"], "Shape must be rank 2 but is rank 1"),
            ("MatMul", &[], &["[2,?]", "[3,5]"], "[2,5]"),
            ("Sum", &[], &["[2,3]", "= 2"], "Invalid reduction dimension 2 for input with 2 dimensions."),
            ("Sum", &[], &["[2,3]", "= 0 0"], "[3]"),
            ("Sum", &[], &["[2,3]", "=-1"], "[2]"),
            ("Sum", &[], &["[2,3]", "?"], "<unknown>"),
            ("Sum", std::slice::from_ref(&keep), &["[2,3]", "?"], "[?,?]"),
            ("Sum", std::slice::from_ref(&keep), &["[2,3]", "= 1"], "[2,1]"),
            (
                "ArgMax",
                &[],
                &["[2,3]", "=2"],
                "Dimension (2) must be in the range [-2, 2), where 2 is the number of dimensions in the input.",
            ),
            ("ArgMax", &[], &["[2,3]", "=-1"], "[2]"),
            ("ArgMax", &[], &["[2,3]", "?"], "[?]"),
            ("ArgMax", &[], &["[2,3]", "= 0"], "Shape must be rank 0 but is rank 1"),
            (
                "Select",
                &[],
                &["[3]", "[2,3]", "[2,3]"],
                "Dimension 0 in both shapes must be equal, but are 3 and 2. Shapes are [3] and [2].",
            ),
            ("Select", &[], &["[]", "[2,3]", "[2,?]"], "[2,3]"),
            ("Select", &[], &["[]", "[2,3]", "[3]"], "Shapes must be equal rank, but are 2 and 1"),
            ("SelectV2", &[], &["[3]", "[2,4]", "[2,3]"], "Dimensions must be equal, but are 4 and 3"),
            ("Range", &[], &["=5", "=1", "=1"], "Requires start <= limit when delta > 0: 5/1"),
            ("Range", &[], &["=0", "=7", "=2"], "[4]"),
            ("Range", &[], &["= 0 1", "=7", "=2"], "Shape must be rank 0 but is rank 1\n\t for 'start'"),
            ("Range", &[], &["=0", "=7", "[]"], "[?]"),
            ("AddN", &[], &["[2,?]", "[?,3]"], "[2,3]"),
            ("SoftmaxCrossEntropyWithLogits", &[], &["[2,3]", "[1,3]"], "[2] [2,3]"),
            ("SoftmaxCrossEntropyWithLogits", &[], &["[2,3]", "[2,4]"], "Dimensions must be equal, but are 3 and 4"),
            (
                "SoftmaxCrossEntropyWithLogits",
                &[],
                &["[2]", "[2]"],
                "Shape must be broadcasted with rank 2, but is rank 1",
            ),
            ("SparseSoftmaxCrossEntropyWithLogits", &[], &["[?,3]", "[4]"], "[4] [4,3]"),
            ("BiasAdd", &[], &["[2,3]", "[4]"], "Dimensions must be equal, but are 3 and 4"),
            ("BiasAdd", &[], &["[3]", "[4]"], "Shape must be at least rank 2 but is rank 1"),
            ("BiasAdd", std::slice::from_ref(&nchw), &["[2,3,4]", "[3]"], "[2,3,4]"),
            ("BiasAddGrad", std::slice::from_ref(&nchw), &["[2,3,4]"], "[3]"),
            ("BiasAddGrad", &[], &["[2,3,4]"], "[4]"),
            ("Softmax", &[], &["[]"], "Shape must be at least rank 1 but is rank 0"),
            ("ApplyGradientDescent", &[], &["?", "[]", "[3]"], "[3]"),
            ("ApplyGradientDescent", &[], &["?", "[1]", "[2,3]"], "Shape must be rank 0 but is rank 1"),
            ("ResourceApplyGradientDescent", &[], &["[]", "[]", "[3]"], ""),
            ("Assign", &[], &["[2]", "[?]"], "[2]"),
            ("Assign", &[unvalidated], &["[2]", "[3]"], "[3]"),
            ("ReadVariableOp", &[], &["[]"], "<unknown>"),
        ];
        for (op, attrs, inputs, expected) in cases {
            assert_eq!(infer(op, attrs, inputs), *expected, "{op} {inputs:?}");
        }
    }
}
