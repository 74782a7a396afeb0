//! Tables from keys to values that live on a task: vocabularies, counts.

mod text_file;

use std::sync::{Mutex, MutexGuard, PoisonError};

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Shape, Tensor};

use crate::{
    action::Stateful,
    ops::{handle, next, next_tensor},
    resources::Resource,
    table::{Description, Key, Kind, Table, keys_of},
    value::Value,
};

pub(crate) use text_file::initialize_from_text_file;

/// A table that steps share.
pub(crate) struct SharedTable(Mutex<Table>);

impl Resource for SharedTable {
    fn kind() -> &'static str {
        "N10tensorflow6lookup15LookupInterfaceE"
    }
}

impl SharedTable {
    fn lock(&self) -> MutexGuard<'_, Table> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// `HashTableV2`, `MutableHashTableV2`, `MutableHashTableOfTensorsV2`, `MutableDenseHashTableV2`: a handle to the table of
/// this name, which is made at first use.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let is_dense = node.op.name.starts_with("MutableDense");
    let (key_type, value_type) = (node.attrs.dtype("key_dtype")?, node.attrs.dtype("value_dtype")?);
    check_types(node, key_type, value_type)?;
    let value_shape = match node.attrs.shape("value_shape") {
        Ok(shape) => shape.to_shape().ok_or_else(|| invalid_argument(format!("value_shape {shape} is not known")))?,
        Err(_) => Shape::scalar(),
    };
    if node.op.name.starts_with("MutableHashTableOfTensors") && value_shape.rank() != 1 {
        return Err(invalid_argument(format!("Default value must be a vector, got shape {value_shape}")));
    }
    if is_dense {
        check_buckets(node)?;
    }
    let kind = if node.op.name.starts_with("Mutable") { Kind::Mutable } else { Kind::Fixed };
    let about =
        Description { kind, key_type, key_shape: Shape::scalar(), value_type, value_shape, reserved: Vec::new() };
    let asked = about.clone();
    handle::provide(
        node,
        move |_, inputs| {
            let mut about = about.clone();
            if is_dense {
                (about.key_shape, about.reserved) = reserved(inputs)?;
            }
            Ok(SharedTable(Mutex::new(Table::new(about)?)))
        },
        move |table: &SharedTable| {
            let table = table.lock();
            let have = &table.about;
            match (have.kind, have.key_type, have.value_type) == (asked.kind, asked.key_type, asked.value_type) {
                true => Ok(()),
                false => Err(invalid_argument(format!(
                    "Conflicting key/value dtypes {}->{} with {}->{} for a table",
                    asked.key_type, asked.value_type, have.key_type, have.value_type
                ))),
            }
        },
    )
}

/// The pairs of types that TensorFlow has tables of.
fn check_types(node: &Node, key: DType, value: DType) -> Result<()> {
    use DType::{Bool, Double, Float, Int32, Int64, String};
    let is_known = match key {
        Int32 => matches!(value, Int32 | Float | Double) || value == String && node.op.name.starts_with("HashTable"),
        Int64 => match value {
            String => !node.op.name.starts_with("MutableDense"),
            Bool => node.op.name.starts_with("MutableDense"),
            _ => matches!(value, Int32 | Int64 | Float | Double),
        },
        String => match value {
            String => node.op.name.starts_with("HashTable"),
            _ => matches!(value, Int32 | Int64 | Float | Double | Bool),
        },
        _ => false,
    };
    match is_known {
        true => Ok(()),
        false => Err(invalid_argument(format!(
            "No OpKernel was registered to support Op '{}' with keys of {key} and values of {value}",
            node.op.name
        ))),
    }
}

/// How a dense table would be laid out; ours is not, but what TensorFlow refuses is refused.
fn check_buckets(node: &Node) -> Result<()> {
    let buckets = node.attrs.int("initial_num_buckets")?;
    if buckets < 4 || buckets & (buckets - 1) != 0 {
        return Err(invalid_argument(format!("Number of buckets must be at least 4 and a power of 2, got: {buckets}")));
    }
    let load = node.attrs.float("max_load_factor")?;
    match load > 0.0 && load < 1.0 {
        true => Ok(()),
        false => Err(invalid_argument(format!("max_load_factor must be between 0 and 1, got: {load}"))),
    }
}

/// The shape of a dense table's keys, and the two that no entry may have.
fn reserved(inputs: Vec<Value>) -> Result<(Shape, Vec<Key>)> {
    let mut inputs = inputs.into_iter();
    let (empty, deleted) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
    let shape = empty.shape().clone();
    if shape.rank() > 1 {
        return Err(invalid_argument(format!("Empty key must be a scalar or a vector, got shape {shape}")));
    }
    if deleted.shape() != &shape {
        return Err(invalid_argument("Empty and deleted keys must have same shape"));
    }
    let keys = [keys_of(&empty, &shape)?, keys_of(&deleted, &shape)?].concat();
    match keys.as_slice() {
        [empty, deleted] if empty == deleted => Err(invalid_argument("Empty and deleted keys cannot be equal")),
        _ => Ok((shape, keys)),
    }
}

/// `LookupTableFindV2`.
pub(crate) fn find() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let table = handle::find::<SharedTable>(step, next(&mut inputs)?)?;
        let (keys, default) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        let found = table.lock().find(&keys, &default)?;
        Ok(vec![found.into()])
    })
}

/// `InitializeTableV2`.
pub(crate) fn initialize() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let table = handle::find::<SharedTable>(step, next(&mut inputs)?)?;
        let (keys, values) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        table.lock().initialize(&keys, &values)?;
        Ok(Vec::new())
    })
}

/// `LookupTableInsertV2`, and with `instead` `LookupTableImportV2`.
pub(crate) fn insert(instead: bool) -> Stateful {
    Box::new(move |step, inputs| {
        let mut inputs = inputs.into_iter();
        let table = handle::find::<SharedTable>(step, next(&mut inputs)?)?;
        let (keys, values) = (next_tensor(&mut inputs)?, next_tensor(&mut inputs)?);
        table.lock().insert(&keys, &values, instead)?;
        Ok(Vec::new())
    })
}

/// `LookupTableRemoveV2`.
pub(crate) fn remove() -> Stateful {
    Box::new(|step, inputs| {
        let mut inputs = inputs.into_iter();
        let table = handle::find::<SharedTable>(step, next(&mut inputs)?)?;
        let keys = next_tensor(&mut inputs)?;
        table.lock().remove(&keys)?;
        Ok(Vec::new())
    })
}

/// `LookupTableExportV2`.
pub(crate) fn export(node: &Node) -> Result<Stateful> {
    let asked = (node.attrs.dtype("Tkeys")?, node.attrs.dtype("Tvalues")?);
    Ok(Box::new(move |step, inputs| {
        let table = handle::find::<SharedTable>(step, next(&mut inputs.into_iter())?)?;
        let (keys, values) = table.lock().export()?;
        let have = (keys.dtype(), values.dtype());
        match have == asked {
            true => Ok(vec![keys.into(), values.into()]),
            false => Err(invalid_argument(format!("Table has {}->{}, not {}->{}", have.0, have.1, asked.0, asked.1))),
        }
    }))
}

/// `LookupTableSizeV2`.
pub(crate) fn size() -> Stateful {
    Box::new(|step, inputs| {
        let table = handle::find::<SharedTable>(step, next(&mut inputs.into_iter())?)?;
        let size = table.lock().len();
        Ok(vec![Tensor::scalar(size as i64).into()])
    })
}
