//! Plans of partitioning, as golden files.

mod partition_text;

use partition_text::{check_golden, incarnation, parse, show, task};
use regatta_graph::{Graph, NodeNumbers, for_step, partition};
use regatta_status::Result;

fn check(name: &str) {
    check_golden("partition", name, |text| plan(text, &task));
}

fn plan(text: &str, location: &dyn Fn(&str) -> String) -> Result<String> {
    let text = parse(text);
    let graph = match text.signature.fetches.is_empty() && text.signature.targets.is_empty() {
        true => text.graph,
        false => for_step(&text.graph, &text.signature, &incarnation)?.graph,
    };
    let parts = partition(&graph, location, &incarnation, &mut NodeNumbers::default())?;
    for part in parts.values() {
        Graph::from_def(part.clone())?;
    }
    Ok(show(&parts))
}

macro_rules! golden {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* #[test] fn $name() { check(stringify!($name)); })*
    };
}

golden! {
    plain_cut
    /// Two consumers on one device share a receive; one on another device has its own.
    shared_recv
    several_outputs
    control_edge
    /// A variable read across tasks: its value travels, and is received after the reader's other inputs.
    ref_read
    /// Placement keeps references together; if it did not, that is our mistake.
    ref_cut
    /// The switch moves to its data, so only the value of the branch that is taken travels.
    cond
    while_loop
    /// A constant of the loop that is used on two devices travels once to each, not in every turn.
    while_constant
    /// A device whose nodes take only constants of the loop must still take part in every turn.
    while_constant_only
    nested_loops
    fed_and_fetched
    /// Parts of one task keep their devices, and are cut again by the worker.
    two_devices
    colocation_wishes
    no_loop_condition
    mixed_frames
    exit_outside
    two_conditions
    two_parents
}

/// A worker that cuts its part by device finds the control loops in place.
#[test]
fn cut_again_by_device() {
    check_golden("partition", "cut_again", |text| {
        let mut numbers = NodeNumbers::default();
        let graph = parse(text).graph;
        let mut out = String::new();
        for (_, part) in partition(&graph, &task, &incarnation, &mut numbers)? {
            let part = Graph::from_def(part)?;
            out += &show(&partition(&part, &str::to_owned, &incarnation, &mut numbers)?);
        }
        Ok(out)
    });
}

/// Workers keep the kernels of sends and receives by session and name, so no name may come back in a session.
#[test]
fn a_session_never_uses_a_name_twice() {
    let graph = parse("p_a = Const value=1\nw_b = Neg p_a").graph;
    let mut numbers = NodeNumbers::default();
    let names = |numbers: &mut NodeNumbers| -> Vec<String> {
        let parts = partition(&graph, &task, &incarnation, numbers).unwrap();
        let added = parts.into_values().flat_map(|part| part.nodes).filter(|node| graph.find(&node.name).is_none());
        added.map(|node| node.name).collect()
    };
    let first = names(&mut numbers);
    let second = names(&mut numbers);
    assert_eq!(first.len(), 2);
    assert!(first.iter().all(|name| !second.contains(name)), "{first:?} {second:?}");
}
