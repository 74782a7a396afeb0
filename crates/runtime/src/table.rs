//! Tables from keys to values of any shape, of one type each.
//!
//! Keys are kept as their bytes. Values lie side by side in one block, a row for each key, so that a table of a million
//! words is not a million tensors.

mod cells;

use std::collections::HashMap;

use regatta_status::{Result, aborted, failed_precondition, invalid_argument, unimplemented};
use regatta_tensor::{DType, Shape, Tensor};

use self::cells::Cells;
pub use self::cells::{Key, keys_of, keys_tensor};

/// What may be done with a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Filled once, and then only read.
    Fixed,
    /// Changed at any time.
    Mutable,
}

/// A table as it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    pub kind: Kind,
    pub key_type: DType,
    pub key_shape: Shape,
    pub value_type: DType,
    pub value_shape: Shape,
    /// Keys that no entry may have.
    pub reserved: Vec<Key>,
}

/// The entries of a table.
pub struct Table {
    pub about: Description,
    /// The row of each key.
    rows: HashMap<Key, usize>,
    cells: Cells,
    free: Vec<usize>,
    is_initialized: bool,
}

impl Table {
    /// A table without entries.
    pub fn new(about: Description) -> Result<Table> {
        let cells = Cells::new(about.value_type, about.value_shape.num_elements())?;
        let is_initialized = about.kind == Kind::Mutable;
        Ok(Table { about, rows: HashMap::new(), cells, free: Vec::new(), is_initialized })
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// The values of keys, and the default for those that have none: one for all, or one for each.
    pub fn find(&self, keys: &Tensor, default: &Tensor) -> Result<Tensor> {
        self.check_initialized()?;
        let shape = self.values_shape(keys)?;
        check_type("value", self.about.value_type, default.dtype())?;
        let for_each = default.shape() == &shape;
        if !for_each && default.shape() != &self.about.value_shape {
            return Err(invalid_argument(format!(
                "Expected shape {} or {shape} for default value, got {}",
                self.about.value_shape,
                default.shape()
            )));
        }
        let defaults = Cells::of(default, self.about.value_shape.num_elements())?;
        let mut found = Cells::new(self.about.value_type, self.about.value_shape.num_elements())?;
        for (k, key) in keys_of(keys, &self.about.key_shape)?.into_iter().enumerate() {
            self.check_allowed(&key)?;
            match self.rows.get(&key) {
                Some(row) => found.push(&self.cells, *row)?,
                None => found.push(&defaults, if for_each { k } else { 0 })?,
            }
        }
        found.into_tensor(shape)
    }

    /// Fills a table that is filled once. To fill it again is fine if it comes out as large as it is.
    pub fn initialize(&mut self, keys: &Tensor, values: &Tensor) -> Result<()> {
        if self.about.kind != Kind::Fixed {
            return Err(invalid_argument("a table that may change is not initialized, but inserted into"));
        }
        check_type("Key", self.about.key_type, keys.dtype())?;
        check_type("Value", self.about.value_type, values.dtype())?;
        if keys.shape().rank() != 1 || keys.num_elements() != values.num_elements() {
            return Err(invalid_argument(format!(
                "Keys must be a vector, and as many as the values: {} and {}",
                keys.shape(),
                values.shape()
            )));
        }
        if self.is_initialized {
            return match keys.num_elements() == self.rows.len() {
                true => Ok(()),
                false => Err(failed_precondition("Table was already initialized with different data.")),
            };
        }
        let added = Cells::of(values, 1)?;
        for (k, key) in keys_of(keys, &self.about.key_shape)?.into_iter().enumerate() {
            if let Some(row) = self.rows.get(&key) {
                if !self.cells.is_same(*row, &added, k) {
                    self.clear()?;
                    return Err(failed_precondition(format!(
                        "HashTable has different value for same key. Key {} is there twice",
                        String::from_utf8_lossy(&key)
                    )));
                }
                continue;
            }
            self.put(key, &added, k)?;
        }
        self.is_initialized = true;
        Ok(())
    }

    /// Adds entries, or changes those that are there. With `instead`, of all there were none is left; a table that is
    /// filled once is so in this way too.
    pub fn insert(&mut self, keys: &Tensor, values: &Tensor, instead: bool) -> Result<()> {
        if instead && self.about.kind == Kind::Fixed {
            return self.initialize(keys, values);
        }
        self.check_mutable()?;
        check_type("Value", self.about.value_type, values.dtype())?;
        let shape = self.values_shape(keys)?;
        if values.shape() != &shape {
            return Err(invalid_argument(format!("Expected shape {shape} for value, got {}", values.shape())));
        }
        let keys = keys_of(keys, &self.about.key_shape)?;
        keys.iter().try_for_each(|key| self.check_allowed(key))?;
        let added = Cells::of(values, self.about.value_shape.num_elements())?;
        if instead {
            self.clear()?;
        }
        for (k, key) in keys.into_iter().enumerate() {
            match self.rows.get(&key) {
                Some(row) => self.cells.set(*row, &added, k)?,
                None => self.put(key, &added, k)?,
            }
        }
        Ok(())
    }

    /// Removes entries; keys that have none are left aside.
    pub fn remove(&mut self, keys: &Tensor) -> Result<()> {
        self.check_mutable()?;
        self.values_shape(keys)?;
        for key in keys_of(keys, &self.about.key_shape)? {
            self.check_allowed(&key)?;
            self.free.extend(self.rows.remove(&key));
        }
        Ok(())
    }

    /// All entries.
    pub fn export(&self) -> Result<(Tensor, Tensor)> {
        if !self.is_initialized {
            return Err(aborted("Table is not initialized."));
        }
        let mut values = Cells::new(self.about.value_type, self.about.value_shape.num_elements())?;
        let mut keys = Vec::with_capacity(self.rows.len());
        for (key, row) in &self.rows {
            keys.push(key);
            values.push(&self.cells, *row)?;
        }
        let shape = |element: &Shape| Shape::new(&[&[keys.len()], &element[..]].concat());
        let (key_shape, value_shape) = (shape(&self.about.key_shape)?, shape(&self.about.value_shape)?);
        Ok((keys_tensor(self.about.key_type, key_shape, &keys)?, values.into_tensor(value_shape)?))
    }

    fn put(&mut self, key: Key, from: &Cells, k: usize) -> Result<()> {
        let row = match self.free.pop() {
            Some(row) => {
                self.cells.set(row, from, k)?;
                row
            }
            None => {
                self.cells.push(from, k)?;
                self.cells.len() - 1
            }
        };
        self.rows.insert(key, row);
        Ok(())
    }

    fn clear(&mut self) -> Result<()> {
        (self.rows, self.free) = (HashMap::new(), Vec::new());
        self.cells = Cells::new(self.about.value_type, self.about.value_shape.num_elements())?;
        Ok(())
    }

    /// The shape of the values of keys, whose own shape ends with that of a key.
    fn values_shape(&self, keys: &Tensor) -> Result<Shape> {
        check_type("Key", self.about.key_type, keys.dtype())?;
        // Where keys are reserved, TensorFlow takes one key or a row of them, and no more.
        let fits = |front: &&[usize]| front.len() < 2 || self.about.reserved.is_empty();
        match keys.shape().strip_suffix(&self.about.key_shape[..]).filter(fits) {
            Some(front) => Shape::new(&[front, &self.about.value_shape[..]].concat()),
            None => Err(invalid_argument(format!(
                "Input key shape {} must end with the table's key shape {}",
                keys.shape(),
                self.about.key_shape
            ))),
        }
    }

    fn check_allowed(&self, key: &Key) -> Result<()> {
        match self.about.reserved.iter().position(|reserved| reserved == key) {
            None => Ok(()),
            Some(0) => Err(invalid_argument("Using the empty_key as a table key is not allowed")),
            Some(_) => Err(invalid_argument("Using the deleted_key as a table key is not allowed")),
        }
    }

    fn check_initialized(&self) -> Result<()> {
        match self.is_initialized {
            true => Ok(()),
            false => Err(failed_precondition("Table not initialized.")),
        }
    }

    fn check_mutable(&self) -> Result<()> {
        match self.about.kind {
            Kind::Mutable => Ok(()),
            Kind::Fixed => {
                Err(unimplemented("Insert, remove and import are not supported by tables that are filled once"))
            }
        }
    }
}

fn check_type(what: &str, expected: DType, got: DType) -> Result<()> {
    match expected == got {
        true => Ok(()),
        false => Err(invalid_argument(format!("{what} must be type {expected} but got {got}"))),
    }
}
