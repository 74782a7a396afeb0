//! A variable: a tensor that outlives steps, behind a lock held for one read or one update.
//!
//! A read takes a snapshot (a reference count). An update writes in place if no snapshot is held, and else on a copy, so a
//! tensor that is being sent to another task is never changed under way.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use regatta_status::{Result, failed_precondition, invalid_argument};
use regatta_tensor::{DType, PartialShape, Tensor};

use crate::resources::Resource;

/// A variable of one type. Its shape may change by assignment, unless the one who assigns checks it.
pub struct Variable {
    name: String,
    dtype: DType,
    tensor: Mutex<Option<Tensor>>,
}

impl Variable {
    /// A variable that has no value yet.
    pub fn new(name: impl Into<String>, dtype: DType) -> Variable {
        Variable { name: name.into(), dtype, tensor: Mutex::new(None) }
    }

    /// The type of its elements.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// Its name, for errors.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a value has been assigned.
    pub fn is_initialized(&self) -> bool {
        self.lock().is_some()
    }

    /// Refuses if no value has been assigned.
    pub fn check_initialized(&self) -> Result<()> {
        if self.is_initialized() { Ok(()) } else { Err(self.uninitialized()) }
    }

    /// The value at this moment.
    pub fn read(&self) -> Result<Tensor> {
        self.lock().clone().ok_or_else(|| self.uninitialized())
    }

    /// Gives it a value. With `shape`, a value that does not fit is refused.
    pub fn assign(&self, value: Tensor, shape: Option<&PartialShape>) -> Result<()> {
        if value.dtype() != self.dtype {
            return Err(invalid_argument(format!(
                "Trying to assign variable {} of type {} a value of type {}",
                self.name,
                self.dtype,
                value.dtype()
            )));
        }
        if let Some(shape) = shape
            && !shape.admits(value.shape())
        {
            return Err(invalid_argument(format!(
                "Assign requires shapes of both tensors to match. lhs shape= {shape} rhs shape= {}",
                value.shape()
            )));
        }
        *self.lock() = Some(value);
        Ok(())
    }

    /// The shape of the value it has, if it has one.
    pub fn current_shape(&self) -> Option<PartialShape> {
        self.lock().as_ref().map(|tensor| PartialShape::from(tensor.shape()))
    }

    fn lock(&self) -> MutexGuard<'_, Option<Tensor>> {
        // A kernel that panicked while it held the lock has left a whole tensor behind, if maybe half updated.
        self.tensor.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn uninitialized(&self) -> regatta_status::Status {
        failed_precondition(format!("Attempting to use uninitialized value {}", self.name))
    }
}

/// Changes several variables at once, each locked for the whole update. Locks are taken in one order for everybody, so that
/// two updates of the same variables cannot wait for each other.
pub fn update(variables: &[Arc<Variable>], change: impl FnOnce(&mut [&mut Tensor]) -> Result<()>) -> Result<()> {
    let mut order: Vec<usize> = (0..variables.len()).collect();
    order.sort_by_key(|&i| Arc::as_ptr(&variables[i]));
    if order.windows(2).any(|pair| Arc::ptr_eq(&variables[pair[0]], &variables[pair[1]])) {
        return Err(invalid_argument("an update names the same variable twice"));
    }
    let mut guards: Vec<(usize, MutexGuard<'_, Option<Tensor>>)> =
        order.into_iter().map(|i| (i, variables[i].lock())).collect();
    guards.sort_by_key(|(i, _)| *i);
    let mut tensors = Vec::with_capacity(guards.len());
    for (i, guard) in &mut guards {
        tensors.push(guard.as_mut().ok_or_else(|| variables[*i].uninitialized())?);
    }
    change(&mut tensors)
}

impl Resource for Variable {
    fn kind() -> &'static str {
        "N10tensorflow3VarE"
    }
}

impl fmt::Debug for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "variable {} of {}", self.name, self.dtype)
    }
}
