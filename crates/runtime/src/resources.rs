//! What lives on a task between steps: variables, queues, accumulators, tables, by container, kind and name.
//!
//! A process has one store that all sessions and masters share, which is how workers share variables; a session that asked
//! for a state of its own gets a store of its own. A step has one too, for what dies with it.
//!
//! A kind of resource is a type that implements [`Resource`], and nothing else: the store knows none of them.

use std::{
    any::Any,
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use regatta_status::{Result, Status, invalid_argument, not_found};
use regatta_tensor::{DType, ResourceHandle};

use crate::{files::FileAccess, intentions::Intentions, variable::Variable};

/// The container of resources that name none.
pub const DEFAULT_CONTAINER: &str = "localhost";

/// Something that lives in a store.
pub trait Resource: Any + Send + Sync {
    /// What its kind is called in handles: TensorFlow's name of the type.
    fn kind() -> &'static str
    where
        Self: Sized;

    /// Ends what waits for it, since it is found no more.
    fn abandon(&self) {}
}

/// The resources of a task, of one session that is isolated from the others, or of one step.
#[derive(Default)]
pub struct Resources {
    containers: Mutex<HashMap<String, Container>>,
    files: FileAccess,
    private_names: AtomicU64,
    pub(crate) intentions: Intentions,
}

/// By kind, and then by name: two resources of different kinds may have one name.
type Container = HashMap<&'static str, HashMap<String, Arc<dyn Resource>>>;

impl Resources {
    /// An empty store of a task that may touch these files.
    pub fn new(files: FileAccess) -> Resources {
        Resources { files, ..Resources::default() }
    }

    /// Another store of the same task, empty.
    pub fn isolated(&self) -> Resources {
        Resources::new(self.files.clone())
    }

    /// Which files the task's ops may touch.
    pub fn files(&self) -> &FileAccess {
        &self.files
    }

    /// The resource of this kind and name, if it has been made.
    pub fn find<R: Resource>(&self, container: &str, name: &str) -> Option<Arc<R>> {
        let found = Arc::clone(self.lock().get(container_name(container))?.get(R::kind())?.get(name)?);
        downcast(found)
    }

    /// The resource of this kind and name, made if there is none.
    pub fn find_or_make<R: Resource>(
        &self,
        container: &str,
        name: &str,
        make: impl FnOnce() -> Result<R>,
    ) -> Result<Arc<R>> {
        let mut containers = self.lock();
        let of_kind = containers.entry(container_name(container).to_owned()).or_default().entry(R::kind()).or_default();
        if let Some(found) = of_kind.get(name).cloned().and_then(downcast) {
            return Ok(found);
        }
        let made = Arc::new(make()?);
        of_kind.insert(name.to_owned(), Arc::clone(&made) as Arc<dyn Resource>);
        Ok(made)
    }

    /// The resource behind a handle, which must be one of this kind.
    pub fn of_handle<R: Resource>(&self, handle: &ResourceHandle) -> Result<Arc<R>> {
        if handle.type_name != R::kind() {
            return Err(invalid_argument(format!(
                "Trying to access a handle's resource using the wrong type. The handle points to a resource (name '{}') \
                 of type '{}' but you are trying to access the resource as type '{}'",
                handle.name,
                handle.type_name,
                R::kind()
            )));
        }
        self.find(&handle.container, &handle.name).ok_or_else(|| missing(&handle.container, &handle.name, R::kind()))
    }

    /// Forgets the resource behind a handle, of whatever kind, and ends what waits for it.
    pub fn remove(&self, handle: &ResourceHandle) -> Result<()> {
        let removed = self
            .lock()
            .get_mut(container_name(&handle.container))
            .and_then(|container| container.get_mut(handle.type_name.as_str()))
            .and_then(|of_kind| of_kind.remove(&handle.name));
        match removed {
            Some(resource) => {
                resource.abandon();
                Ok(())
            }
            None => Err(missing(&handle.container, &handle.name, &handle.type_name)),
        }
    }

    /// The variable of this name, made if there is none. A variable of another type under the name is an error.
    pub fn variable(&self, container: &str, name: &str, dtype: DType) -> Result<Arc<Variable>> {
        let variable = self.find_or_make(container, name, || Ok(Variable::new(name, dtype)))?;
        if variable.dtype() == dtype {
            return Ok(variable);
        }
        Err(invalid_argument(format!(
            "variable {name} in container {} has type {}, not {dtype}",
            container_name(container),
            variable.dtype()
        )))
    }

    /// The variable behind a handle, if it has been made.
    pub fn find_variable(&self, handle: &ResourceHandle) -> Option<Arc<Variable>> {
        self.find(&handle.container, &handle.name)
    }

    /// A name for what a node does not share: `_0_node`.
    pub(crate) fn private_name(&self, node: &str) -> String {
        format!("_{}_{node}", self.private_names.fetch_add(1, Ordering::Relaxed))
    }

    /// Forgets everything in these containers, and ends what waits there; none named means the default one.
    pub fn clear(&self, containers: &[String]) {
        let removed: Vec<Container> = {
            let mut stored = self.lock();
            let default = containers.is_empty().then_some(DEFAULT_CONTAINER);
            let names = containers.iter().map(|container| container_name(container)).chain(default);
            names.filter_map(|container| stored.remove(container)).collect()
        };
        for resource in removed.iter().flat_map(HashMap::values).flat_map(HashMap::values) {
            resource.abandon();
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Container>> {
        self.containers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn downcast<R: Resource>(resource: Arc<dyn Resource>) -> Option<Arc<R>> {
    let any: Arc<dyn Any + Send + Sync> = resource;
    any.downcast().ok()
}

fn missing(container: &str, name: &str, kind: &str) -> Status {
    not_found(format!("Resource {}/{name}/{kind} does not exist.", container_name(container)))
}

fn container_name(container: &str) -> &str {
    if container.is_empty() { DEFAULT_CONTAINER } else { container }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use regatta_status::Code;

    use super::*;

    struct Bell(mpsc::Sender<&'static str>);

    impl Resource for Bell {
        fn kind() -> &'static str {
            "Bell"
        }

        fn abandon(&self) {
            self.0.send("rung").unwrap();
        }
    }

    fn handle(type_name: &str) -> ResourceHandle {
        ResourceHandle { name: "x".into(), type_name: type_name.into(), ..ResourceHandle::default() }
    }

    #[test]
    fn kinds_do_not_share_names_and_any_can_be_removed() {
        let resources = Resources::default();
        let (sender, rung) = mpsc::channel();
        resources.variable("", "x", DType::Float).unwrap();
        resources.find_or_make("", "x", || Ok(Bell(sender))).unwrap();
        assert_eq!(
            resources.of_handle::<Bell>(&handle("N10tensorflow3VarE")).err().unwrap().code,
            Code::InvalidArgument
        );
        assert!(resources.of_handle::<Bell>(&handle("Bell")).is_ok());
        resources.remove(&handle("Bell")).unwrap();
        assert_eq!(rung.try_recv(), Ok("rung"));
        assert_eq!(resources.remove(&handle("Bell")).unwrap_err().code, Code::NotFound);
        assert!(resources.find_variable(&handle("")).is_some());
        resources.remove(&handle("N10tensorflow3VarE")).unwrap();
        assert!(resources.find_variable(&handle("")).is_none());
    }
}
