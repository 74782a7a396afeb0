//! `SaveV2`, `RestoreV2`, `MergeV2Checkpoints`: variables to and from files. They may wait for a disk.
//!
//! Paths are opened on the task where the node runs, not at the client, and only where the task allows it.

use regatta_formats::{BundleReader, BundleWriter, merge_bundles};
use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::Tensor;

use crate::{action::Stateful, ops::next_tensor, value::Value};

/// `SaveV2`: writes tensors (or slices of them) under a prefix.
pub(crate) fn save() -> Stateful {
    Box::new(|context, inputs| {
        let mut inputs = inputs.into_iter();
        let prefix = context.resources.files().allow_checkpoint("SaveV2", text(&next_tensor(&mut inputs)?)?)?;
        let names = texts(&next_tensor(&mut inputs)?)?;
        let slices = texts(&next_tensor(&mut inputs)?)?;
        let tensors: Vec<Tensor> = inputs.map(Value::into_tensor).collect::<Result<_>>()?;
        if names.len() != tensors.len() || slices.len() != tensors.len() {
            return Err(invalid_argument(format!(
                "SaveV2 got {} names and {} slices for {} tensors",
                names.len(),
                slices.len(),
                tensors.len()
            )));
        }
        let mut writer = BundleWriter::new(&prefix)?;
        for ((name, slice), tensor) in names.iter().zip(&slices).zip(&tensors) {
            writer.add_spec(name, slice, tensor)?;
        }
        writer.finish()?;
        Ok(Vec::new())
    })
}

/// `RestoreV2`: reads tensors (or slices of them) from under a prefix.
pub(crate) fn restore(node: &Node) -> Result<Stateful> {
    let dtypes = node.attrs.list("dtypes")?.types.clone();
    Ok(Box::new(move |context, inputs| {
        let mut inputs = inputs.into_iter();
        let prefix = context.resources.files().allow_checkpoint("RestoreV2", text(&next_tensor(&mut inputs)?)?)?;
        let names = texts(&next_tensor(&mut inputs)?)?;
        let slices = texts(&next_tensor(&mut inputs)?)?;
        if names.len() != dtypes.len() || slices.len() != dtypes.len() {
            return Err(invalid_argument(format!(
                "RestoreV2 got {} names and {} slices for {} types",
                names.len(),
                slices.len(),
                dtypes.len()
            )));
        }
        let reader = BundleReader::open(&prefix)?;
        let read = |((name, slice), dtype): ((&String, &String), &regatta_tensor::DType)| {
            reader.read_spec(name, slice, *dtype).map(Value::from)
        };
        names.iter().zip(&slices).zip(&dtypes).map(read).collect()
    }))
}

/// `MergeV2Checkpoints`: makes one checkpoint of several shards.
pub(crate) fn merge(node: &Node) -> Result<Stateful> {
    let delete_old_dirs = node.attrs.bool("delete_old_dirs")?;
    Ok(Box::new(move |context, inputs| {
        let mut inputs = inputs.into_iter();
        let allow = |prefix| context.resources.files().allow_checkpoint("MergeV2Checkpoints", prefix);
        let prefixes: Vec<String> = texts(&next_tensor(&mut inputs)?)?.into_iter().map(allow).collect::<Result<_>>()?;
        let destination = allow(text(&next_tensor(&mut inputs)?)?)?;
        merge_bundles(&prefixes, &destination, delete_old_dirs)?;
        Ok(Vec::new())
    }))
}

fn texts(tensor: &Tensor) -> Result<Vec<String>> {
    let utf8 =
        |bytes: &Vec<u8>| String::from_utf8(bytes.clone()).map_err(|_| invalid_argument("a name or path is not UTF-8"));
    tensor.as_strings()?.iter().map(utf8).collect()
}

fn text(tensor: &Tensor) -> Result<String> {
    match texts(tensor)?.as_slice() {
        [text] => Ok(text.clone()),
        _ => Err(invalid_argument(format!("expected one string, got shape {}", tensor.shape()))),
    }
}
