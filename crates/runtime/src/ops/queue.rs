//! Queues: `FIFOQueueV2` makes one (or finds it), the others put elements in and take them out, and wait if they must.
//!
//! An element is one tensor for each component. Who waits occupies no thread: the request stands in the queue with its
//! answer, and whoever settles it, from another step perhaps, calls that.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak},
};

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument, not_found};
use regatta_tensor::{DType, ResourceHandle, Shape, Tensor, TensorWriter};

use crate::{
    action::{Answer, Stateful, Waiting},
    ops::{next_tensor, resource_variable::single},
    queue::{Queue, Settled, Ticket},
    resources::{DEFAULT_CONTAINER, Resources},
    step::StepContext,
    value::Value,
};

/// TensorFlow's name of a queue's type in a handle.
const TYPE_NAME: &str = "N10tensorflow14QueueInterfaceE";

type Element = Vec<Tensor>;

/// A queue as it was asked for.
#[derive(Clone)]
struct Description {
    types: Vec<DType>,
    /// Empty if elements may have any shape.
    shapes: Vec<Shape>,
    capacity: usize,
}

/// A queue that steps share.
pub(crate) struct SharedQueue {
    name: String,
    description: Description,
    state: Mutex<State>,
}

struct State {
    queue: Queue<Element>,
    answers: HashMap<Ticket, OnSettled>,
    next_ticket: u64,
}

type OnSettled = Box<dyn FnOnce(Result<Vec<Element>>) + Send>;

/// `FIFOQueueV2`: a handle to the queue of this name, which is made at first use. One without a shared name belongs to its
/// session: it gets a name of its own, and is gone when the last program with the node is.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let description = Description::of(node)?;
    let container = node.attrs.str("container")?;
    let container = if container.is_empty() { DEFAULT_CONTAINER } else { container }.to_owned();
    let shared_name = node.attrs.str("shared_name")?.to_owned();
    let (node_name, device) = (node.name.clone(), node.device.clone());
    let private: OnceLock<PrivateQueue> = OnceLock::new();
    Ok(Box::new(move |step, _| {
        let name = match shared_name.is_empty() {
            false => &shared_name,
            true => &private.get_or_init(|| PrivateQueue::new(&step.resources, &container, &node_name)).name,
        };
        let queue = step.resources.queue(&container, name, || SharedQueue::new(name, description.clone()));
        queue.check_same(&description)?;
        let handle = ResourceHandle {
            device: device.clone(),
            container: container.clone(),
            name: name.clone(),
            hash_code: 0,
            type_name: TYPE_NAME.to_owned(),
            dtypes_and_shapes: Vec::new(),
        };
        Ok(vec![Tensor::resources(Shape::scalar(), vec![handle])?.into()])
    }))
}

/// `QueueEnqueueV2`.
pub(crate) fn enqueue(node: &Node) -> Result<Waiting> {
    refuse_timeout(node)?;
    Ok(Box::new(|step, inputs, answer| {
        let (queue, element) = queue_and_components(step, inputs)?;
        queue.check_element(&element)?;
        ask(step, &queue, answer, nothing, move |queue, ticket| queue.enqueue(ticket, vec![element]));
        Ok(())
    }))
}

/// `QueueEnqueueManyV2`: an element for each index of the components' first dimension.
pub(crate) fn enqueue_many(node: &Node) -> Result<Waiting> {
    refuse_timeout(node)?;
    Ok(Box::new(|step, inputs, answer| {
        let (queue, components) = queue_and_components(step, inputs)?;
        let elements = queue.unbatch(&components)?;
        ask(step, &queue, answer, nothing, move |queue, ticket| queue.enqueue(ticket, elements));
        Ok(())
    }))
}

/// `QueueDequeueV2`.
pub(crate) fn dequeue(node: &Node) -> Result<Waiting> {
    refuse_timeout(node)?;
    let types = node.attrs.list("component_types")?.types.clone();
    Ok(Box::new(move |step, inputs, answer| {
        let (queue, _) = queue_and_rest(step, inputs)?;
        queue.check_output_types(&types, "")?;
        let finish = |elements: Vec<Element>| {
            let element = elements.into_iter().next().ok_or_else(|| internal("a dequeue got nothing"))?;
            Ok(element.into_iter().map(Value::from).collect())
        };
        ask(step, &queue, answer, finish, |queue, ticket| queue.dequeue(ticket, 1, false));
        Ok(())
    }))
}

/// `QueueDequeueManyV2`, and with `or_fewer` `QueueDequeueUpToV2`: the components stacked along a new first dimension.
pub(crate) fn dequeue_many(node: &Node, or_fewer: bool) -> Result<Waiting> {
    refuse_timeout(node)?;
    let types = node.attrs.list("component_types")?.types.clone();
    Ok(Box::new(move |step, inputs, answer| {
        let (queue, mut rest) = queue_and_rest(step, inputs)?;
        let count = next_tensor(&mut rest)?.single::<i32>()?;
        let op = if or_fewer { "DequeueUpToOp" } else { "DequeueManyOp" };
        let count =
            usize::try_from(count).map_err(|_| invalid_argument(format!("{op} requested {count} < 0 elements")))?;
        queue.check_output_types(&types, ", int32")?;
        if queue.description.shapes.is_empty() && !queue.description.types.is_empty() {
            return Err(invalid_argument(
                "FIFOQueue's DequeueMany and DequeueUpTo require the components to have specified shapes.",
            ));
        }
        let description = queue.description.clone();
        let finish = move |elements: Vec<Element>| description.batch(&elements);
        ask(step, &queue, answer, finish, move |queue, ticket| queue.dequeue(ticket, count, or_fewer));
        Ok(())
    }))
}

/// `QueueCloseV2`.
pub(crate) fn close(node: &Node) -> Result<Waiting> {
    let cancel_pending = node.attrs.bool("cancel_pending_enqueues")?;
    Ok(Box::new(move |step, inputs, answer| {
        let (queue, _) = queue_and_rest(step, inputs)?;
        ask(step, &queue, answer, nothing, move |queue, ticket| queue.close(ticket, cancel_pending));
        Ok(())
    }))
}

/// `QueueSizeV2`.
pub(crate) fn size() -> Stateful {
    Box::new(|step, inputs| {
        let (queue, _) = queue_and_rest(step, inputs)?;
        let size = queue.lock().queue.len();
        Ok(vec![Tensor::scalar(i32::try_from(size).unwrap_or(i32::MAX)).into()])
    })
}

/// `QueueIsClosedV2`.
pub(crate) fn is_closed() -> Stateful {
    Box::new(|step, inputs| {
        let (queue, _) = queue_and_rest(step, inputs)?;
        let is_closed = queue.lock().queue.is_closed();
        Ok(vec![Tensor::scalar(is_closed).into()])
    })
}

/// Hands a request to a queue, and ends it if the step is cancelled first.
fn ask(
    step: &Arc<StepContext>,
    queue: &Arc<SharedQueue>,
    answer: Answer,
    finish: impl FnOnce(Vec<Element>) -> Result<Vec<Value>> + Send + 'static,
    request: impl FnOnce(&mut Queue<Element>, Ticket) -> Vec<Settled<Element>>,
) {
    let ticket = queue.new_ticket();
    let theirs = Arc::clone(queue);
    let token = step.cancellation.register(move |_| theirs.cancel(ticket));
    let waiting = Arc::clone(step);
    let on_settled = move |result: Result<Vec<Element>>| {
        waiting.cancellation.withdraw(token);
        let echo =
            |error: regatta_status::Status| if waiting.cancellation.is_cancelled() { error.derived() } else { error };
        answer(result.map_err(echo).and_then(finish));
    };
    queue.request(ticket, Box::new(on_settled), request);
    // A cancellation between the two calls came too early to find the request.
    if step.cancellation.is_cancelled() {
        queue.cancel(ticket);
    }
}

/// What enqueues and closes give.
fn nothing(_: Vec<Element>) -> Result<Vec<Value>> {
    Ok(Vec::new())
}

fn queue_and_rest(step: &StepContext, inputs: Vec<Value>) -> Result<(Arc<SharedQueue>, std::vec::IntoIter<Value>)> {
    let mut inputs = inputs.into_iter();
    let handle = next_tensor(&mut inputs)?;
    let handle = single(&handle)?;
    if handle.type_name != TYPE_NAME {
        return Err(invalid_argument(format!(
            "Trying to access a handle's resource using the wrong type. The handle points to a resource (name '{}') of \
             type '{}' but you are trying to access the resource as type '{TYPE_NAME}'",
            handle.name, handle.type_name
        )));
    }
    let missing = || not_found(format!("Resource {}/{}/{TYPE_NAME} does not exist.", handle.container, handle.name));
    Ok((step.resources.find_queue(handle).ok_or_else(missing)?, inputs))
}

fn queue_and_components(step: &StepContext, inputs: Vec<Value>) -> Result<(Arc<SharedQueue>, Element)> {
    let (queue, rest) = queue_and_rest(step, inputs)?;
    let components: Element = rest.map(Value::into_tensor).collect::<Result<_>>()?;
    let types: Vec<DType> = components.iter().map(Tensor::dtype).collect();
    if types != queue.description.types {
        return Err(invalid_argument(format!(
            "Signature mismatch, have: resource, {}-> expected: resource, {}->",
            list(&types),
            list(&queue.description.types)
        )));
    }
    Ok((queue, components))
}

fn refuse_timeout(node: &Node) -> Result<()> {
    match node.attrs.int("timeout_ms")? {
        -1 => Ok(()),
        _ => Err(invalid_argument("Timeout not supported yet.")),
    }
}

fn list<T: std::fmt::Display>(items: &[T]) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(", ")
}

impl Description {
    fn of(node: &Node) -> Result<Description> {
        let types = node.attrs.list("component_types")?.types.clone();
        let partial = &node.attrs.list("shapes")?.shapes;
        let defined = partial.iter().map(|shape| {
            shape.to_shape().ok_or_else(|| invalid_argument(format!("Shape {shape} is not fully defined")))
        });
        let shapes: Vec<Shape> = defined.collect::<Result<_>>()?;
        if !shapes.is_empty() && shapes.len() != types.len() {
            return Err(invalid_argument(format!(
                "Different number of component types.  Types: {}, Shapes: {}",
                list(&types),
                shapes_text(&shapes)
            )));
        }
        // Any negative number means that there is no bound; TensorFlow then says the largest int.
        let capacity = usize::try_from(node.attrs.int("capacity")?).unwrap_or(i32::MAX as usize);
        Ok(Description { types, shapes, capacity })
    }

    /// The components of several elements, stacked.
    fn batch(&self, elements: &[Element]) -> Result<Vec<Value>> {
        let component = |(k, (dtype, shape)): (usize, (&DType, &Shape))| {
            let parts: Vec<&Tensor> = elements.iter().filter_map(|element| element.get(k)).collect();
            stack(*dtype, shape, &parts).map(Value::from)
        };
        self.types.iter().zip(&self.shapes).enumerate().map(component).collect()
    }
}

impl SharedQueue {
    fn new(name: &str, description: Description) -> SharedQueue {
        let queue = Queue::new(format!("FIFOQueue '{name}'"), description.capacity);
        let state = State { queue, answers: HashMap::new(), next_ticket: 0 };
        SharedQueue { name: name.to_owned(), description, state: Mutex::new(state) }
    }

    /// Ends all that wait, for a queue that is forgotten.
    pub(crate) fn abandon(&self) {
        self.settle(|state| state.queue.abandon());
    }

    fn new_ticket(&self) -> Ticket {
        let mut state = self.lock();
        state.next_ticket += 1;
        Ticket(state.next_ticket)
    }

    fn request(
        &self,
        ticket: Ticket,
        on_settled: OnSettled,
        request: impl FnOnce(&mut Queue<Element>, Ticket) -> Vec<Settled<Element>>,
    ) {
        self.settle(|state| {
            state.answers.insert(ticket, on_settled);
            request(&mut state.queue, ticket)
        });
    }

    fn cancel(&self, ticket: Ticket) {
        self.settle(|state| state.queue.cancel(ticket));
    }

    /// Does something to the queue, and then, without the lock, answers the requests that it settled.
    fn settle(&self, change: impl FnOnce(&mut State) -> Vec<Settled<Element>>) {
        let settled: Vec<_> = {
            let mut state = self.lock();
            let settled = change(&mut state);
            settled.into_iter().map(|(ticket, result)| (state.answers.remove(&ticket), result)).collect()
        };
        for (on_settled, result) in settled {
            if let Some(on_settled) = on_settled {
                on_settled(result);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Refuses to be another queue than the one that was made under the name.
    fn check_same(&self, asked: &Description) -> Result<()> {
        let have = &self.description;
        let differs = |what: &str, have: String, asked: String, verb: &str| {
            invalid_argument(format!(
                "Shared queue '{}' has {what} {have} but requested {what} {verb} {asked}",
                self.name
            ))
        };
        if have.capacity != asked.capacity {
            return Err(differs("capacity", have.capacity.to_string(), asked.capacity.to_string(), "was"));
        }
        if have.types != asked.types {
            return Err(differs("component types", list(&have.types), list(&asked.types), "were"));
        }
        if have.shapes != asked.shapes {
            return Err(differs("component shapes", shapes_text(&have.shapes), shapes_text(&asked.shapes), "were"));
        }
        Ok(())
    }

    fn check_output_types(&self, types: &[DType], count: &str) -> Result<()> {
        if types == self.description.types {
            return Ok(());
        }
        Err(invalid_argument(format!(
            "Signature mismatch, have: resource{count}->{} expected: resource{count}->{}",
            list(types),
            list(&self.description.types)
        )))
    }

    fn check_element(&self, element: &[Tensor]) -> Result<()> {
        for (k, (shape, component)) in self.description.shapes.iter().zip(element).enumerate() {
            if shape != component.shape() {
                return Err(shape_mismatch(k, shape, component));
            }
        }
        Ok(())
    }

    /// The elements of an enqueue of many.
    fn unbatch(&self, components: &[Tensor]) -> Result<Vec<Element>> {
        let count = components.first().and_then(|component| component.shape().first().copied()).unwrap_or_default();
        for (k, shape) in self.description.shapes.iter().enumerate() {
            let batch = batch_shape(count, shape)?;
            if components[k].shape() != &batch {
                return Err(shape_mismatch(k, &batch, &components[k]));
            }
        }
        for (k, component) in components.iter().enumerate() {
            match component.shape().first() {
                Some(size) if *size == count => {}
                size => {
                    return Err(invalid_argument(format!(
                        "All input tensors must have the same size in the 0th dimension. Component {k} has {}, and should have {count}",
                        size.copied().unwrap_or_default()
                    )));
                }
            }
        }
        (0..count).map(|index| components.iter().map(|component| slice(component, index)).collect()).collect()
    }
}

fn shape_mismatch(k: usize, expected: &Shape, got: &Tensor) -> regatta_status::Status {
    invalid_argument(format!("Shape mismatch in tuple component {k}. Expected {expected}, got {}", got.shape()))
}

fn shapes_text(shapes: &[Shape]) -> String {
    format!("[{}]", shapes.iter().map(Shape::to_string).collect::<Vec<_>>().join(","))
}

fn batch_shape(count: usize, shape: &Shape) -> Result<Shape> {
    Shape::new(&[&[count], &shape[..]].concat())
}

/// One index of the first dimension.
fn slice(tensor: &Tensor, index: usize) -> Result<Tensor> {
    let shape = Shape::new(&tensor.shape()[1..])?;
    let elements = index * shape.num_elements()..(index + 1) * shape.num_elements();
    match tensor.dtype() {
        DType::String => Tensor::strings(shape, tensor.as_strings()?[elements].to_vec()),
        DType::Resource => Tensor::resources(shape, tensor.as_resources()?[elements].to_vec()),
        DType::Variant => Tensor::variants(shape, tensor.as_variants()?[elements].to_vec()),
        dtype => {
            let bytes = tensor.bytes().ok_or_else(|| internal("a plain tensor has no bytes"))?;
            let size = dtype.size().unwrap_or_default();
            Tensor::from_bytes(dtype, shape, &bytes[elements.start * size..elements.end * size])
        }
    }
}

/// Tensors of one shape along a new first dimension.
fn stack(dtype: DType, shape: &Shape, parts: &[&Tensor]) -> Result<Tensor> {
    let shape = batch_shape(parts.len(), shape)?;
    match dtype {
        DType::String => {
            Tensor::strings(shape, parts.iter().map(|part| part.as_strings()).collect::<Result<Vec<_>>>()?.concat())
        }
        DType::Resource => {
            Tensor::resources(shape, parts.iter().map(|part| part.as_resources()).collect::<Result<Vec<_>>>()?.concat())
        }
        DType::Variant => {
            Tensor::variants(shape, parts.iter().map(|part| part.as_variants()).collect::<Result<Vec<_>>>()?.concat())
        }
        dtype => {
            let byte_count = shape.num_elements() * dtype.size().unwrap_or_default();
            let mut writer = TensorWriter::new(dtype, shape, byte_count)?;
            for part in parts {
                writer.write(part.bytes().ok_or_else(|| internal("a plain tensor has no bytes"))?)?;
            }
            writer.finish()
        }
    }
}

/// The name of a queue that only its session's programs know; dropped with the last of them, and the queue with it.
struct PrivateQueue {
    resources: Weak<Resources>,
    container: String,
    name: String,
}

impl PrivateQueue {
    fn new(resources: &Arc<Resources>, container: &str, node: &str) -> PrivateQueue {
        let name = resources.private_name(node);
        PrivateQueue { resources: Arc::downgrade(resources), container: container.to_owned(), name }
    }
}

impl Drop for PrivateQueue {
    fn drop(&mut self) {
        if let Some(resources) = self.resources.upgrade() {
            resources.remove_queue(&self.container, &self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use regatta_graph::{AttrList, AttrValue, Graph, GraphDef, NodeDef};
    use regatta_status::{Code, aborted};

    use super::*;
    use crate::{Action, LocalRendezvous, Pool, Program, RunningStep, executor};

    type Ended = mpsc::Receiver<Result<()>>;

    /// Starts a step of one op on the queue `q`, which is given a 7 if it takes an element.
    fn start(pool: &Pool, resources: &Arc<Resources>, op: &str, types: &str) -> (RunningStep, Ended) {
        let int = || AttrValue::List(AttrList { types: vec![DType::Int32], ..AttrList::default() });
        let node = |name: &str, op: &str, inputs: &[&str], attrs: &[(&str, AttrValue)]| NodeDef {
            name: name.into(),
            op: op.into(),
            inputs: inputs.iter().map(|input| (*input).to_owned()).collect(),
            attrs: attrs.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
            ..NodeDef::default()
        };
        let shapes = AttrValue::List(AttrList { shapes: vec![(&Shape::scalar()).into()], ..AttrList::default() });
        let seven = [("dtype", AttrValue::Type(DType::Int32)), ("value", AttrValue::Tensor(Tensor::scalar(7i32)))];
        let inputs: &[&str] = if op.ends_with("DequeueV2") { &["q"] } else { &["q", "seven"] };
        let nodes = vec![
            node(
                "q",
                "FIFOQueueV2",
                &[],
                &[("component_types", int()), ("shapes", shapes), ("shared_name", AttrValue::String("q".into()))],
            ),
            node("seven", "Const", &[], &seven),
            node("it", op, inputs, &[(types, int())]),
        ];
        let graph = Graph::from_def(GraphDef { nodes, ..GraphDef::default() }).unwrap();
        let program = Program::compile(&graph, |node| Action::build(node).map(Arc::new)).unwrap();
        let context = StepContext::new(Arc::new(LocalRendezvous::default()), Arc::clone(resources), false);
        let (sender, ended) = mpsc::channel();
        let step =
            executor::run(Arc::new(program), Arc::new(context), pool, move |result| sender.send(result).unwrap());
        (step, ended)
    }

    fn within_time(ended: &Ended) -> Result<()> {
        ended.recv_timeout(Duration::from_secs(20)).expect("the step ends")
    }

    /// A step that waits in `QueueDequeueV2`, on a pool of one thread, which it does not occupy.
    fn waiting(pool: &Pool, resources: &Arc<Resources>) -> (RunningStep, Ended) {
        let (step, ended) = start(pool, resources, "QueueDequeueV2", "component_types");
        let handle = ResourceHandle { name: "q".into(), ..ResourceHandle::default() };
        while resources.find_queue(&handle).is_none_or(|queue| queue.lock().answers.is_empty()) {
            std::thread::yield_now();
        }
        assert!(ended.try_recv().is_err(), "it waits");
        (step, ended)
    }

    #[test]
    fn a_step_waits_for_another_without_a_thread() {
        let (pool, resources) = (Pool::new(1).unwrap(), Arc::default());
        let (_, taken) = waiting(&pool, &resources);
        let (_, put) = start(&pool, &resources, "QueueEnqueueV2", "Tcomponents");
        within_time(&put).unwrap();
        within_time(&taken).unwrap();
    }

    #[test]
    fn a_step_that_waits_can_be_stopped() {
        let (pool, resources) = (Pool::new(1).unwrap(), Arc::default());
        let (step, ended) = waiting(&pool, &resources);
        step.stop(aborted("enough"));
        assert_eq!(within_time(&ended).unwrap_err(), aborted("enough"));
        // The element that comes now is not lost to the one who left.
        let (_, put) = start(&pool, &resources, "QueueEnqueueV2", "Tcomponents");
        within_time(&put).unwrap();
        let (_, taken) = start(&pool, &resources, "QueueDequeueV2", "component_types");
        within_time(&taken).unwrap();
    }

    #[test]
    fn who_waits_for_a_queue_that_is_cleared_is_told() {
        let (pool, resources) = (Pool::new(1).unwrap(), Arc::default());
        let (_, ended) = waiting(&pool, &resources);
        resources.clear(&[]);
        let failure = within_time(&ended).unwrap_err();
        assert_eq!(failure.code, Code::Cancelled);
        assert_eq!(failure.message, "Dequeue operation was cancelled\n\t [[{{node it}}]]");
    }

    #[test]
    fn elements_are_cut_from_batches_and_stacked_again() {
        let batch = Tensor::new(Shape::new(&[2, 2]).unwrap(), vec![1i32, 2, 3, 4]).unwrap();
        let parts = [slice(&batch, 0).unwrap(), slice(&batch, 1).unwrap()];
        assert_eq!(parts[1].values::<i32>().unwrap(), [3, 4]);
        let again = stack(DType::Int32, parts[0].shape(), &[&parts[0], &parts[1]]).unwrap();
        assert_eq!((again.shape(), again.values::<i32>().unwrap()), (batch.shape(), batch.values::<i32>().unwrap()));
        let words = Tensor::strings(Shape::vector(2), vec![b"a".to_vec(), b"b".to_vec()]).unwrap();
        let word = slice(&words, 1).unwrap();
        assert_eq!(stack(DType::String, word.shape(), &[&word]).unwrap().as_strings().unwrap(), [b"b".to_vec()]);
    }
}
