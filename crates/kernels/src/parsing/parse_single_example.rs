//! ParseSingleExample: one `tf.train.Example` message as sparse and dense tensors.

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::DType;

use super::example::{Dense, Example, Values, sparse};
use crate::{Build, Kernel};

pub(super) const KERNELS: &[(&str, Build)] = &[("ParseSingleExample", parse_single_example)];

fn parse_single_example(node: &Node) -> Result<Kernel> {
    let list = |name| node.attrs.list(name);
    let (keys, types) = (list("sparse_keys")?.strings.clone(), list("sparse_types")?.types.clone());
    if keys.len() != types.len() || node.attrs.int("num_sparse")? != keys.len() as i64 {
        return Err(invalid_argument("len(sparse_keys) != len(sparse_types)"));
    }
    types.iter().try_for_each(|dtype| Values::none(*dtype).map(drop))?;
    let sparse_features: Vec<(Vec<u8>, DType)> = keys.into_iter().zip(types).collect();
    let (keys, types, shapes) = (&list("dense_keys")?.strings, &list("Tdense")?.types, &list("dense_shapes")?.shapes);
    if keys.len() != types.len() || keys.len() != shapes.len() {
        return Err(invalid_argument("len(dense_keys) != len(dense_types)"));
    }
    let dense_features = keys.iter().zip(types).zip(shapes);
    let dense_features: Vec<Dense> =
        dense_features.map(|((key, dtype), shape)| Dense::new(key, *dtype, shape)).collect::<Result<_>>()?;
    Ok(Kernel::Compute(Box::new(move |inputs| {
        let [serialized, defaults @ ..] = inputs.as_slice() else {
            return Err(invalid_argument("too few inputs"));
        };
        let [bytes] = serialized.as_strings()? else {
            let shape = serialized.shape();
            return Err(invalid_argument(format!("Expected serialized to be a scalar, got shape: {shape}")));
        };
        if serialized.shape().rank() != 0 {
            let shape = serialized.shape();
            return Err(invalid_argument(format!("Expected serialized to be a scalar, got shape: {shape}")));
        }
        let example = [Example::read(bytes, b"")?];
        let (mut places, mut values, mut sizes, mut dense) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (key, dtype) in &sparse_features {
            let [place, value, size] = sparse(&example, key, *dtype, false)?;
            places.push(place);
            values.push(value);
            sizes.push(size);
        }
        for (feature, default) in dense_features.iter().zip(defaults) {
            dense.push(feature.collect(&example, default, false)?);
        }
        Ok([places, values, sizes, dense].concat())
    })))
}
