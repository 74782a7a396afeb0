//! Queues: `FIFOQueueV2` and its kin make one (or find it), the others put elements in and take them out, and wait if they
//! must. The older ops, without `V2`, are the same with handles of the older kind.
//!
//! An element is one tensor for each component. Who waits occupies no thread: see [`Shared`].

mod description;

use std::sync::Arc;

use regatta_graph::{AttrsExt, Node};
use regatta_status::{Result, internal, invalid_argument};
use regatta_tensor::{DType, Tensor};

use self::description::{Description, Element, list};
use crate::{
    action::{Stateful, Waiting},
    ops::{handle, next, next_tensor},
    queue::Queue,
    resources::Resource,
    shared::Shared,
    step::StepContext,
    value::Value,
};

/// A queue that steps share.
pub(crate) struct SharedQueue {
    name: String,
    description: Description,
    queue: Arc<Shared<Queue<Element>>>,
}

impl Resource for SharedQueue {
    fn kind() -> &'static str {
        "N10tensorflow14QueueInterfaceE"
    }

    fn abandon(&self) {
        self.queue.abandon();
    }
}

/// `FIFOQueueV2` and the like: a handle to the queue of this name, which is made at first use.
pub(crate) fn make(node: &Node) -> Result<Stateful> {
    let description = Description::of(node)?;
    let asked = description.clone();
    handle::provide(
        node,
        move |name, _| {
            let queue = Arc::new(Shared::new(description.queue(name)));
            Ok(SharedQueue { name: name.to_owned(), description: description.clone(), queue })
        },
        move |queue: &SharedQueue| queue.description.check_same(&queue.name, &asked),
    )
}

/// `QueueEnqueueV2`.
pub(crate) fn enqueue(node: &Node) -> Result<Waiting> {
    refuse_timeout(node)?;
    Ok(Box::new(|step, inputs, answer| {
        let (queue, element) = queue_and_components(step, inputs)?;
        queue.description.check_element(&element)?;
        queue.queue.ask(step, answer, nothing, move |queue, ticket| queue.enqueue(ticket, vec![element]));
        Ok(())
    }))
}

/// `QueueEnqueueManyV2`: an element for each index of the components' first dimension.
pub(crate) fn enqueue_many(node: &Node) -> Result<Waiting> {
    refuse_timeout(node)?;
    Ok(Box::new(|step, inputs, answer| {
        let (queue, components) = queue_and_components(step, inputs)?;
        let elements = queue.description.unbatch(&components)?;
        queue.queue.ask(step, answer, nothing, move |queue, ticket| queue.enqueue(ticket, elements));
        Ok(())
    }))
}

/// `QueueDequeueV2`.
pub(crate) fn dequeue(node: &Node) -> Result<Waiting> {
    refuse_timeout(node)?;
    let types = node.attrs.list("component_types")?.types.clone();
    Ok(Box::new(move |step, inputs, answer| {
        let queue = handle::find::<SharedQueue>(step, next(&mut inputs.into_iter())?)?;
        queue.check_output_types(&types, "")?;
        let finish = |elements: Vec<Element>| {
            let element = elements.into_iter().next().ok_or_else(|| internal("a dequeue got nothing"))?;
            Ok(element.into_iter().map(Value::from).collect())
        };
        queue.queue.ask(step, answer, finish, |queue, ticket| queue.dequeue(ticket, 1, false));
        Ok(())
    }))
}

/// `QueueDequeueManyV2`, and with `or_fewer` `QueueDequeueUpToV2`: the components stacked along a new first dimension.
pub(crate) fn dequeue_many(node: &Node, or_fewer: bool) -> Result<Waiting> {
    refuse_timeout(node)?;
    let types = node.attrs.list("component_types")?.types.clone();
    Ok(Box::new(move |step, inputs, answer| {
        let mut inputs = inputs.into_iter();
        let queue = handle::find::<SharedQueue>(step, next(&mut inputs)?)?;
        let count = next_tensor(&mut inputs)?.single::<i32>()?;
        let op = if or_fewer { "DequeueUpToOp" } else { "DequeueManyOp" };
        let count =
            usize::try_from(count).map_err(|_| invalid_argument(format!("{op} requested {count} < 0 elements")))?;
        queue.check_output_types(&types, ", int32")?;
        let description = queue.description.clone();
        if description.shapes.is_empty() && !description.types.is_empty() {
            return Err(invalid_argument(format!(
                "{}'s DequeueMany and DequeueUpTo require the components to have specified shapes.",
                description.kind.name()
            )));
        }
        let finish = move |elements: Vec<Element>| description.batch(&elements);
        queue.queue.ask(step, answer, finish, move |queue, ticket| queue.dequeue(ticket, count, or_fewer));
        Ok(())
    }))
}

/// `QueueCloseV2`.
pub(crate) fn close(node: &Node) -> Result<Waiting> {
    let cancel_pending = node.attrs.bool("cancel_pending_enqueues")?;
    Ok(Box::new(move |step, inputs, answer| {
        let queue = handle::find::<SharedQueue>(step, next(&mut inputs.into_iter())?)?;
        queue.queue.ask(step, answer, nothing, move |queue, ticket| queue.close(ticket, cancel_pending));
        Ok(())
    }))
}

/// `QueueSizeV2`.
pub(crate) fn size() -> Stateful {
    Box::new(|step, inputs| {
        let queue = handle::find::<SharedQueue>(step, next(&mut inputs.into_iter())?)?;
        let size = queue.queue.look(Queue::len);
        Ok(vec![Tensor::scalar(i32::try_from(size).unwrap_or(i32::MAX)).into()])
    })
}

/// `QueueIsClosedV2`.
pub(crate) fn is_closed() -> Stateful {
    Box::new(|step, inputs| {
        let queue = handle::find::<SharedQueue>(step, next(&mut inputs.into_iter())?)?;
        Ok(vec![Tensor::scalar(queue.queue.look(Queue::is_closed)).into()])
    })
}

/// What enqueues and closes give.
fn nothing(_: Vec<Element>) -> Result<Vec<Value>> {
    Ok(Vec::new())
}

fn queue_and_components(step: &StepContext, inputs: Vec<Value>) -> Result<(Arc<SharedQueue>, Element)> {
    let mut inputs = inputs.into_iter();
    let queue = handle::find::<SharedQueue>(step, next(&mut inputs)?)?;
    let components: Element = inputs.map(Value::into_tensor).collect::<Result<_>>()?;
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

impl SharedQueue {
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
}

#[cfg(test)]
mod tests {
    use std::{sync::mpsc, time::Duration};

    use regatta_graph::{AttrList, AttrValue, Graph, GraphDef, NodeDef};
    use regatta_status::{Code, aborted};
    use regatta_tensor::Shape;

    use super::*;
    use crate::{Action, LocalRendezvous, Pool, Program, Resources, RunningStep, executor};

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
        while resources.find::<SharedQueue>("", "q").is_none_or(|queue| queue.queue.waiting() == 0) {
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
}
