//! Random graphs played in random orders: whatever finishes first, a step must do the same, once each, and end.
//!
//! Values are whole numbers. [`play`] is the step: it picks any of the nodes that are ready, works out its outputs and tells
//! the propagation. Conditions are compared with [`naive`], an evaluator that visits nodes in the order of their inputs; loops
//! with what the same loop gives when written in Rust.

use std::collections::HashMap;

use proptest::prelude::*;
use regatta_graph::{Graph, GraphBuilder, Outlet};
use regatta_status::Result;
use regatta_tensor::{DType, Tensor};

use super::*;
use crate::action::Action;

/// A graph, with what its sources give; `None` is a dead value, received from elsewhere.
#[derive(Default)]
struct Case {
    g: GraphBuilder,
    sources: HashMap<String, Option<i64>>,
}

/// Whether a node was dead, and its outputs.
type Done = (bool, Vec<Option<i64>>);

/// What happened: by node, frame and iteration.
type History = HashMap<(String, u64, u64), Done>;

fn number(value: &Option<Value>) -> Option<i64> {
    let Some(Value::Tensor(tensor)) = value else { return None };
    Some(tensor.single::<i64>().unwrap_or_else(|_| tensor.single::<bool>().expect("a number or a truth") as i64))
}

fn value(number: Option<i64>) -> Option<Value> {
    number.map(|number| Tensor::scalar(number).into())
}

/// The outputs of a node that is not dead.
fn evaluate(op: &str, source: Option<&Option<i64>>, inputs: &[Option<i64>]) -> Vec<Option<i64>> {
    if let Some(source) = source {
        return vec![*source];
    }
    let both = |f: fn(i64, i64) -> i64| vec![Some(f(inputs[0].expect("alive"), inputs[1].expect("alive")))];
    match op {
        "AddV2" => both(i64::wrapping_add),
        "Less" => both(|a, b| (a < b) as i64),
        "Switch" if inputs[1] == Some(0) => vec![inputs[0], None],
        "Switch" => vec![None, inputs[0]],
        "Merge" => vec![*inputs.iter().find(|input| input.is_some()).expect("a live input")],
        "NoOp" | "ControlTrigger" => Vec::new(),
        "Identity" | "Enter" | "Exit" | "NextIteration" | "LoopCond" => vec![inputs[0]],
        op => panic!("no test uses {op}"),
    }
}

/// A cheap generator: the same seed always plays the same order.
struct Order(u64);

impl Order {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % count
    }
}

/// Runs a step to its end in an order that the seed decides.
fn play(case: &Case, seed: u64) -> History {
    let graph = Graph::from_def(case.g.build().expect("a good graph")).expect("checked before");
    let program = Arc::new(Program::compile(&graph, |_| Ok(Arc::new(Action::Forward))).expect("compiles"));
    let (mut state, mut ready) = Propagation::start(Arc::clone(&program));
    let (mut order, mut history) = (Order(seed), History::new());
    while !ready.is_empty() {
        assert!(!state.is_finished(), "nodes are handed out by a step that is finished");
        assert!(history.len() < 100_000, "the step does not end");
        let next = ready.swap_remove(order.below(ready.len()));
        let node = &program.nodes[next.node];
        let outputs = if next.is_dead && node.kind != Kind::Transfer {
            Vec::new()
        } else {
            let inputs: Vec<Option<i64>> = next.inputs.iter().map(number).collect();
            assert!(
                node.kind == Kind::Merge || inputs.iter().all(Option::is_some),
                "{} runs without an input",
                node.name
            );
            evaluate(node.op, case.sources.get(&node.name), &inputs)
        };
        let key = (node.name.clone(), next.tag.frame_id, next.tag.iteration);
        assert!(history.insert(key, (next.is_dead, outputs.clone())).is_none(), "{} was handed out twice", node.name);
        state.complete(next.node, next.tag, next.is_dead, outputs.into_iter().map(value).collect(), &mut ready);
    }
    assert!(state.is_finished(), "{} nodes never came back", state.running);
    assert!(state.frames.iter().skip(1).all(Option::is_none), "a loop is still there");
    history
}

/// What every node of a graph without loops does, by name.
fn naive(case: &Case) -> HashMap<String, Done> {
    let graph = Graph::from_def(case.g.build().expect("a good graph")).expect("checked before");
    let mut done: HashMap<String, Done> = HashMap::new();
    // The builder can only take inputs from nodes that are there, so this is an order of computation.
    for (_, node) in graph.iter() {
        let of = |from: &regatta_graph::Output| {
            let (is_dead, outputs) = &done[&graph.node(from.node).name];
            if *is_dead { None } else { outputs[from.index] }
        };
        let inputs: Vec<Option<i64>> = node.inputs.iter().map(of).collect();
        let is_dead = match node.op.name {
            "Merge" => inputs.iter().all(Option::is_none),
            "ControlTrigger" => false,
            _ => inputs.contains(&None) || node.control_inputs.iter().any(|from| done[&graph.node(*from).name].0),
        };
        let outputs = if is_dead { Vec::new() } else { evaluate(node.op.name, case.sources.get(&node.name), &inputs) };
        done.insert(node.name.clone(), (is_dead, outputs));
    }
    done
}

impl Case {
    fn constant(&mut self, value: i64) -> Result<Outlet> {
        let made = self.g.constant("constant", Tensor::scalar(value))?;
        self.sources.insert(made.node().to_owned(), Some(value));
        Ok(made)
    }

    /// A value from another task, which may turn out to be dead.
    fn received(&mut self, value: Option<i64>) -> Result<Outlet> {
        let node = self.g.node("_Recv", "received").attr("tensor_type", DType::Int64).attr("tensor_name", "x");
        let node =
            node.attr("send_device", "/job:a").attr("recv_device", "/job:b").attr("send_device_incarnation", 1i64);
        let made = node.finish()?;
        self.sources.insert(made.node().to_owned(), value);
        Ok(made)
    }

    fn add(&mut self, a: &Outlet, b: &Outlet) -> Result<Outlet> {
        self.g.node("AddV2", "sum").input(a).input(b).finish()
    }

    fn switch(&mut self, data: &Outlet, pred: &Outlet) -> Result<(Outlet, Outlet)> {
        let made = self.g.node("Switch", "switch").input(data).input(pred).finish()?;
        Ok((made.clone(), made.output(1)))
    }
}

/// A piece of a random graph; numbers choose among the outlets that are there.
#[derive(Clone, Debug)]
enum Gene {
    Constant(i64),
    Received(Option<i64>),
    Sum(usize, usize),
    /// Both sides of a condition are left open.
    Fork {
        data: usize,
        left: usize,
        right: usize,
    },
    /// Both sides of a condition meet again, each maybe dead for reasons of its own.
    Condition {
        data: usize,
        left: usize,
        right: usize,
        also: usize,
    },
    /// A merge of two values that live and die together.
    Twins(usize),
    /// A merge that must wait for another node, dead or not.
    PatientMerge(usize, usize),
    After {
        data: usize,
        control: usize,
    },
    Trigger(usize, usize),
    Nothing(usize, usize),
}

fn gene() -> impl Strategy<Value = Gene> {
    let pick = || any::<proptest::sample::Index>().prop_map(|index| index.index(1 << 16));
    prop_oneof![
        (-3..4i64).prop_map(Gene::Constant),
        proptest::option::of(-3..4i64).prop_map(Gene::Received),
        (pick(), pick()).prop_map(|(a, b)| Gene::Sum(a, b)),
        (pick(), pick(), pick()).prop_map(|(data, left, right)| Gene::Fork { data, left, right }),
        (pick(), pick(), pick(), pick()).prop_map(|(data, left, right, also)| Gene::Condition {
            data,
            left,
            right,
            also
        }),
        pick().prop_map(Gene::Twins),
        (pick(), pick()).prop_map(|(a, b)| Gene::PatientMerge(a, b)),
        (pick(), pick()).prop_map(|(data, control)| Gene::After { data, control }),
        (pick(), pick()).prop_map(|(a, b)| Gene::Trigger(a, b)),
        (pick(), pick()).prop_map(|(a, b)| Gene::Nothing(a, b)),
    ]
}

fn grow(genes: &[Gene]) -> Result<Case> {
    let mut case = Case::default();
    let mut outlets = vec![case.constant(0)?, case.constant(1)?];
    // Nodes without outputs can only be waited for.
    let mut nodes = outlets.clone();
    for gene in genes {
        let at = |index: &usize| outlets[index % outlets.len()].clone();
        let node = |index: &usize| nodes[index % nodes.len()].clone();
        let made = match gene {
            Gene::Constant(value) => vec![case.constant(*value)?],
            Gene::Received(value) => vec![case.received(*value)?],
            Gene::Sum(a, b) => vec![case.add(&at(a), &at(b))?],
            Gene::Fork { data, left, right } => {
                let pred = case.g.node("Less", "less").input(&at(left)).input(&at(right)).finish()?;
                let (no, yes) = case.switch(&at(data), &pred)?;
                vec![no, yes]
            }
            Gene::Condition { data, left, right, also } => {
                let pred = case.g.node("Less", "less").input(&at(left)).input(&at(right)).finish()?;
                let (no, yes) = case.switch(&at(data), &pred)?;
                let yes = case.add(&yes, &at(also))?;
                vec![case.g.node("Merge", "merge").input(&no).input(&yes).finish()?]
            }
            Gene::Twins(data) => {
                let twin = case.g.node("Identity", "twin").input(&at(data)).finish()?;
                vec![case.g.node("Merge", "merge").input(&at(data)).input(&twin).finish()?]
            }
            Gene::PatientMerge(data, control) => {
                let merge = case.g.node("Merge", "merge").input(&at(data));
                vec![merge.control_input(&node(control)).finish()?]
            }
            Gene::After { data, control } => {
                vec![case.g.node("Identity", "after").input(&at(data)).control_input(&node(control)).finish()?]
            }
            Gene::Trigger(a, b) | Gene::Nothing(a, b) => {
                let op = if matches!(gene, Gene::Trigger(..)) { "ControlTrigger" } else { "NoOp" };
                nodes.push(case.g.node(op, "wait").control_input(&node(a)).control_input(&node(b)).finish()?);
                Vec::new()
            }
        };
        nodes.extend(made.iter().cloned());
        outlets.extend(made);
    }
    Ok(case)
}

/// A loop that counts from `from` up to `to` and adds what it counts; in each turn, maybe, a loop inside.
#[derive(Clone, Debug)]
struct Loop {
    from: i64,
    to: i64,
    parallel: i64,
    inside: Option<i64>,
}

impl Loop {
    /// The count and the sum at its end.
    fn expected(&self) -> (i64, i64) {
        let (mut i, mut sum) = (self.from, 0);
        while i < self.to {
            sum += match self.inside {
                Some(_) => i + (0..i).sum::<i64>(),
                None => i,
            };
            i += 1;
        }
        (i, sum)
    }

    /// The count and the sum, as outlets. `zero`, `one` and `limit` lie in the frame around the loop.
    fn build(
        &self,
        case: &mut Case,
        name: &str,
        from: &Outlet,
        [zero, one, limit]: [&Outlet; 3],
    ) -> Result<(Outlet, Outlet)> {
        let enter = |case: &mut Case, data: &Outlet, is_constant: bool| {
            let node = case.g.node("Enter", &format!("{name}/enter")).input(data).attr("frame_name", name);
            node.attr("is_constant", is_constant).attr("parallel_iterations", self.parallel).finish()
        };
        let (first, sum) = (enter(case, from, false)?, enter(case, zero, false)?);
        let [zero, one, limit] = [enter(case, zero, true)?, enter(case, one, true)?, enter(case, limit, true)?];
        let [next_i, next_sum] = ["i", "sum"].map(|of| format!("{name}/next_{of}"));
        let i = case.g.node("Merge", &format!("{name}/i")).input(&first).input_later(&next_i).finish()?;
        let sum = case.g.node("Merge", &format!("{name}/sum")).input(&sum).input_later(&next_sum).finish()?;
        let less = case.g.node("Less", &format!("{name}/less")).input(&i).input(&limit).finish()?;
        let cond = case.g.node("LoopCond", &format!("{name}/cond")).input(&less).finish()?;
        let (i_out, i_in) = case.switch(&i, &cond)?;
        let (sum_out, sum_in) = case.switch(&sum, &cond)?;
        let mut new_sum = case.add(&sum_in, &i_in)?;
        if let Some(parallel) = self.inside {
            // From zero to the count. Its constants come in alive even in the last turn, whose count is dead.
            let inner = Loop { parallel, inside: None, ..self.clone() };
            let pivot = case.g.node("Identity", "pivot").input(&i_in).finish()?;
            let from = case.g.node("Identity", "from").input(&zero).control_input(&pivot).finish()?;
            let (_, inner_sum) = inner.build(case, &format!("{name}/inner"), &from, [&from, &one, &i_in])?;
            new_sum = case.add(&new_sum, &inner_sum)?;
        }
        let new_i = case.add(&i_in, &one)?;
        case.g.node("NextIteration", &next_i).input(&new_i).finish()?;
        case.g.node("NextIteration", &next_sum).input(&new_sum).finish()?;
        let i = case.g.node("Exit", &format!("{name}/exit_i")).input(&i_out).finish()?;
        let sum = case.g.node("Exit", &format!("{name}/exit_sum")).input(&sum_out).finish()?;
        Ok((i, sum))
    }
}

fn a_loop() -> impl Strategy<Value = Loop> {
    (0..3i64, 0..7i64, 1..5i64, proptest::option::of(1..5i64)).prop_map(|(from, to, parallel, inside)| Loop {
        from,
        to,
        parallel,
        inside,
    })
}

fn root(history: &History, outlet: &Outlet) -> Done {
    history[&(outlet.node().to_owned(), 0, 0)].clone()
}

/// Plays a few turns of a graph whose loop has no end; answers how often each node was handed out in the root frame.
fn first_turns(g: &GraphBuilder) -> HashMap<String, usize> {
    let graph = Graph::from_def(g.build().unwrap()).unwrap();
    let program = Arc::new(Program::compile(&graph, |_| Ok(Arc::new(Action::Forward))).unwrap());
    let (mut state, mut ready) = Propagation::start(Arc::clone(&program));
    let mut handed_out = HashMap::new();
    for _ in 0..60 {
        if ready.is_empty() {
            break;
        }
        let next = ready.remove(0);
        let node = &program.nodes[next.node];
        if next.tag.frame_id == 0 {
            *handed_out.entry(node.name.clone()).or_default() += 1;
        }
        let outputs = if next.is_dead { Vec::new() } else { vec![value(Some(1)), value(Some(1))] };
        state.complete(next.node, next.tag, next.is_dead, outputs, &mut ready);
    }
    handed_out
}

#[test]
fn an_exit_that_fires_in_every_turn_is_taken_once() {
    let mut g = GraphBuilder::new();
    let one = g.constant("one", Tensor::scalar(1i64)).unwrap();
    let enter = g.node("Enter", "enter").input(&one).attr("frame_name", "f").finish().unwrap();
    let merge = g.node("Merge", "merge").input(&enter).input_later("next").finish().unwrap();
    g.node("NextIteration", "next").input(&merge).finish().unwrap();
    let exit = g.node("Exit", "exit").input(&merge).finish().unwrap();
    let after = g.node("Identity", "after").input(&exit).finish().unwrap();
    g.node("NoOp", "last").control_input(&after).finish().unwrap();
    let handed_out = first_turns(&g);
    assert_eq!((handed_out["after"], handed_out["last"]), (1, 1));
}

#[test]
fn a_merge_of_two_dead_enters_is_dead_once() {
    let mut g = GraphBuilder::new();
    let pred = g.constant("pred", Tensor::scalar(true)).unwrap();
    let switch = g.node("Switch", "switch").input(&pred).input(&pred).finish().unwrap();
    let [a, b] = ["a", "b"].map(|name| g.node("Enter", name).input(&switch).attr("frame_name", "f").finish().unwrap());
    let merge = g.node("Merge", "merge").input(&a).input(&b).finish().unwrap();
    let exit = g.node("Exit", "exit").input(&merge).finish().unwrap();
    g.node("Identity", "after").input(&exit).finish().unwrap();
    // The first output of a switch on `true` is dead, so both enters are.
    let graph = Graph::from_def(g.build().unwrap()).unwrap();
    let program = Arc::new(Program::compile(&graph, |_| Ok(Arc::new(Action::Forward))).unwrap());
    let (mut state, mut ready) = Propagation::start(Arc::clone(&program));
    let mut afters = 0;
    while let Some(next) = ready.pop() {
        let node = &program.nodes[next.node];
        afters += usize::from(node.name == "after");
        let outputs = match node.op {
            _ if next.is_dead => Vec::new(),
            "Switch" => vec![None, value(Some(1))],
            _ => vec![value(Some(1))],
        };
        state.complete(next.node, next.tag, next.is_dead, outputs, &mut ready);
    }
    assert!(state.is_finished());
    assert_eq!(afters, 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn conditions_do_the_same_in_every_order(genes in proptest::collection::vec(gene(), 1..40), seeds in any::<[u64; 4]>()) {
        let case = grow(&genes).unwrap();
        let expected = naive(&case);
        for seed in seeds {
            let history = play(&case, seed);
            prop_assert_eq!(history.len(), expected.len(), "every node is handed out once, dead or alive");
            for ((name, ..), done) in history {
                prop_assert_eq!(&done, &expected[&name], "{}", name);
            }
        }
    }

    #[test]
    fn loops_give_the_same_in_every_order(shape in a_loop(), seeds in any::<[u64; 4]>()) {
        let mut case = Case::default();
        let [zero, one, from, limit] = [0, 1, shape.from, shape.to].map(|value| case.constant(value).unwrap());
        let (i, sum) = shape.build(&mut case, "loop", &from, [&zero, &one, &limit]).unwrap();
        let both = case.add(&i, &sum).unwrap();
        let (expected_i, expected_sum) = shape.expected();
        for seed in seeds {
            let history = play(&case, seed);
            prop_assert_eq!(root(&history, &both), (false, vec![Some(expected_i + expected_sum)]));
            // The loop turned as often as it should: once more than it counts, to find its end.
            let turns = history.keys().filter(|(name, ..)| name == "loop/cond").count() as i64;
            prop_assert_eq!(turns, (shape.to - shape.from).max(0) + 1);
        }
    }

    #[test]
    fn a_loop_on_a_branch_runs_only_when_the_branch_is_taken(
        shape in a_loop(),
        is_taken in any::<bool>(),
        constants_are_dead_too in any::<bool>(),
        seeds in any::<[u64; 4]>(),
    ) {
        let mut case = Case::default();
        let [zero, one, from, limit] = [0, 1, shape.from, shape.to].map(|value| case.constant(value).unwrap());
        let bound = case.constant(if is_taken { 2 } else { 1 }).unwrap();
        let pred = case.g.node("Less", "less").input(&one).input(&bound).finish().unwrap();
        let mut on_branch = |outlet: &Outlet| case.switch(outlet, &pred).unwrap();
        let (not_taken, from) = on_branch(&from);
        let (_, zero) = on_branch(&zero);
        let (one, limit) = if constants_are_dead_too { (on_branch(&one).1, on_branch(&limit).1) } else { (one, limit) };
        let (i, sum) = shape.build(&mut case, "loop", &from, [&zero, &one, &limit]).unwrap();
        let both = case.add(&i, &sum).unwrap();
        let merge = case.g.node("Merge", "join").input(&not_taken).input(&both).finish().unwrap();
        let (expected_i, expected_sum) = shape.expected();
        let expected = if is_taken { expected_i + expected_sum } else { shape.from };
        for seed in seeds {
            let history = play(&case, seed);
            prop_assert_eq!(root(&history, &merge), (false, vec![Some(expected)]));
            prop_assert_eq!(root(&history, &both).0, !is_taken, "what follows the loop is dead as the branch is");
        }
    }

    #[test]
    fn a_step_that_fails_ends_when_what_runs_has_come_back(genes in proptest::collection::vec(gene(), 1..40), seed in any::<u64>(), after in 0..40usize) {
        let case = grow(&genes).unwrap();
        let graph = Graph::from_def(case.g.build().unwrap()).unwrap();
        let program = Arc::new(Program::compile(&graph, |_| Ok(Arc::new(Action::Forward))).unwrap());
        let (mut state, mut ready) = Propagation::start(Arc::clone(&program));
        let mut order = Order(seed);
        for _ in 0..after.min(ready.len()) {
            let next = ready.swap_remove(order.below(ready.len()));
            let node = &program.nodes[next.node];
            let inputs: Vec<Option<i64>> = next.inputs.iter().map(number).collect();
            let outputs = if next.is_dead { Vec::new() } else { evaluate(node.op, case.sources.get(&node.name), &inputs) };
            state.complete(next.node, next.tag, next.is_dead, outputs.into_iter().map(value).collect(), &mut ready);
        }
        for _ in ready.drain(..) {
            prop_assert!(!state.is_finished());
            state.abandon();
        }
        prop_assert!(state.is_finished());
    }
}
