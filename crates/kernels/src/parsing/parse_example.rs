//! ParseExample, ParseExampleV2: `tf.train.Example` messages as sparse, dense and ragged tensors.
//!
//! Outputs come in this order: places, values and sizes of the sparse features, the dense ones, values and splits of the
//! ragged ones.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use super::example::{Dense, Example, Values, ragged, sparse};
use crate::{Build, Kernel, array::elements::room_for};

pub(super) const KERNELS: &[(&str, Build)] = &[("ParseExample", parse_example), ("ParseExampleV2", parse_example_v2)];

/// What a node says of the features, whose names come as inputs.
struct Types {
    sparse: Vec<DType>,
    dense: Vec<(DType, PartialShape)>,
    ragged: Vec<(DType, DType)>,
}

/// The names of the features.
struct Keys<'a> {
    sparse: Vec<&'a [u8]>,
    dense: Vec<&'a [u8]>,
    ragged: Vec<&'a [u8]>,
}

impl Types {
    fn of(node: &Node) -> Result<Types> {
        let types = |name| node.attrs.list(name).map(|list| list.types.clone());
        let (sparse, dense, shapes) =
            (types("sparse_types")?, types("Tdense")?, node.attrs.list("dense_shapes")?.shapes.clone());
        if dense.len() != shapes.len() {
            return Err(invalid_argument("len(dense_keys) != len(dense_shapes)"));
        }
        let ragged = match node.op.name {
            "ParseExampleV2" => {
                let (values, splits) = (types("ragged_value_types")?, types("ragged_split_types")?);
                if values.len() != splits.len() {
                    return Err(invalid_argument("len(ragged_value_types) != len(ragged_split_types)"));
                }
                values.into_iter().zip(splits).collect()
            }
            _ => Vec::new(),
        };
        for dtype in sparse.iter().chain(&dense).chain(ragged.iter().map(|(dtype, _)| dtype)) {
            Values::none(*dtype)?;
        }
        Ok(Types { sparse, dense: dense.into_iter().zip(shapes).collect(), ragged })
    }

    /// The outputs for some examples.
    fn parse(
        &self,
        examples: &[Example<'_>],
        keys: &Keys<'_>,
        defaults: &[Tensor],
        is_batch: bool,
    ) -> Result<Vec<Tensor>> {
        for (kind, found, expected) in [
            ("sparse", keys.sparse.len(), self.sparse.len()),
            ("dense", keys.dense.len(), self.dense.len()),
            ("ragged", keys.ragged.len(), self.ragged.len()),
            ("dense_defaults", defaults.len(), self.dense.len()),
        ] {
            if found != expected {
                return Err(invalid_argument(format!("Expected len({kind}_keys) == {expected}, but got: {found}")));
            }
        }
        let (mut places, mut values, mut sizes) = (Vec::new(), Vec::new(), Vec::new());
        for (key, dtype) in keys.sparse.iter().zip(&self.sparse) {
            let [place, value, size] = sparse(examples, key, *dtype, is_batch)?;
            places.push(place);
            values.push(value);
            sizes.push(size);
        }
        let mut dense = Vec::new();
        for ((key, (dtype, shape)), default) in keys.dense.iter().zip(&self.dense).zip(defaults) {
            dense.push(Dense::new(key, *dtype, shape)?.collect(examples, default, is_batch)?);
        }
        let (mut ragged_values, mut ragged_splits) = (Vec::new(), Vec::new());
        for (key, (dtype, split_dtype)) in keys.ragged.iter().zip(&self.ragged) {
            let [value, splits] = ragged(examples, key, *dtype, *split_dtype, is_batch)?;
            ragged_values.push(value);
            ragged_splits.push(splits);
        }
        Ok([places, values, sizes, dense, ragged_values, ragged_splits].concat())
    }
}

fn parse_example_v2(node: &Node) -> Result<Kernel> {
    let types = Types::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [serialized, names, sparse, dense, ragged, defaults @ ..] = inputs.as_slice() else {
            return Err(invalid_argument("too few inputs"));
        };
        if serialized.shape().rank() > 1 {
            let shape = serialized.shape();
            return Err(invalid_argument(format!("Expected serialized to be a scalar or vector, got shape: {shape}")));
        }
        let keys = Keys { sparse: slices(sparse)?, dense: slices(dense)?, ragged: slices(ragged)? };
        let is_batch = serialized.shape().rank() == 1;
        types.parse(&examples(serialized, names)?, &keys, defaults, is_batch)
    })))
}

fn parse_example(node: &Node) -> Result<Kernel> {
    let types = Types::of(node)?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [serialized, names, rest @ ..] = inputs.as_slice() else {
            return Err(invalid_argument("too few inputs"));
        };
        if serialized.shape().rank() != 1 {
            let shape = serialized.shape();
            return Err(invalid_argument(format!("Expected serialized to be a vector, got shape: {shape}")));
        }
        let (sparse, rest) = rest.split_at_checked(types.sparse.len()).unwrap_or_default();
        let (dense, defaults) = rest.split_at_checked(types.dense.len()).unwrap_or_default();
        let scalars = |tensors: &'_ [Tensor]| match tensors.iter().find(|tensor| tensor.shape().rank() != 0) {
            Some(other) => {
                Err(invalid_argument(format!("Expected a key to be a scalar, got shape: {}", other.shape())))
            }
            None => Ok(()),
        };
        scalars(sparse)?;
        scalars(dense)?;
        let keys = Keys { sparse: firsts(sparse)?, dense: firsts(dense)?, ragged: Vec::new() };
        types.parse(&examples(serialized, names)?, &keys, defaults, true)
    })))
}

/// The examples, by the names that errors call them by.
fn examples<'a>(serialized: &'a Tensor, names: &Tensor) -> Result<Vec<Example<'a>>> {
    let (strings, names) = (serialized.as_strings()?, names.as_strings()?);
    if !names.is_empty() && names.len() != strings.len() {
        return Err(invalid_argument(format!(
            "Expected len(names) == len(serialized), but got: {} vs. {}",
            names.len(),
            strings.len()
        )));
    }
    let mut examples = room_for(strings.len())?;
    for (k, bytes) in strings.iter().enumerate() {
        examples.push(Example::read(bytes, names.get(k).map(Vec::as_slice).unwrap_or_default())?);
    }
    Ok(examples)
}

fn slices(tensor: &Tensor) -> Result<Vec<&[u8]>> {
    Ok(tensor.as_strings()?.iter().map(Vec::as_slice).collect())
}

fn firsts(tensors: &[Tensor]) -> Result<Vec<&[u8]>> {
    tensors
        .iter()
        .map(|tensor| {
            let key = tensor.as_strings()?.first();
            key.map(Vec::as_slice).ok_or_else(|| invalid_argument("a key is missing"))
        })
        .collect()
}
