//! What a step needs, as golden files, and how a wrong request is refused.

mod partition_text;

use partition_text::{check_golden, incarnation, parse, show_node};
use regatta_graph::{Signature, for_step};
use regatta_status::{Code, Result};

fn check(name: &str) {
    check_golden("prune", name, |text| {
        let text = parse(text);
        let step = for_step(&text.graph, &text.signature, &incarnation)?;
        let nodes = step.graph.ids().map(|id| show_node(&step.graph.node_def(id)) + "\n").collect::<String>();
        let feeds = step.feeds.iter().map(|end| format!("feed {} {}\n", end.dtype, end.key)).collect::<String>();
        let fetches = step.fetches.iter().map(|end| format!("fetch {} {}\n", end.dtype, end.key)).collect::<String>();
        Ok(nodes + &feeds + &fetches)
    });
}

macro_rules! golden {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* #[test] fn $name() { check(stringify!($name)); })*
    };
}

golden! {
    fetch
    /// What is behind a fed tensor does not run.
    feed_cuts
    /// A placeholder is wholly replaced by its feed; another fed node still runs if something waits for it.
    control_edges_of_fed_nodes
    /// One output of a node is fed, another one is computed.
    one_output_fed
    /// A target is a node even if its output is fed.
    fed_target
    /// The back edges of a loop count.
    whole_loop
    variable_fed
    /// Nothing may take a reference from a feed.
    reference_fed
    unused_feed
}

const GRAPH: &str = "w_x = Placeholder\nw_y = Neg w_x\nw_n = NoOp";

fn refuse(feeds: &[&str], fetches: &[&str], targets: &[&str], code: Code, message: &str) {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let signature = Signature { feeds: names(feeds), fetches: names(fetches), targets: names(targets) };
    let error = for_step(&parse(GRAPH).graph, &signature, &incarnation).err().unwrap();
    assert_eq!((error.code, error.message.as_str()), (code, message));
}

/// The codes, and nearly all of the words, are those of TensorFlow's master.
#[test]
fn wrong_requests_are_refused() {
    use Code::{InvalidArgument, NotFound};
    refuse(&["w_x:0"], &[], &[], InvalidArgument, "Must specify at least one target to fetch or execute.");
    refuse(&[], &["none:0"], &[], NotFound, "FetchOutputs node none:0: not found");
    refuse(&["none"], &["w_y:0"], &[], NotFound, "FeedInputs: unable to find feed output none:0");
    refuse(&[], &[], &["none", "w_n", "gone"], NotFound, "PruneForTargets: Some target nodes not found: gone none");
    refuse(&[], &["w_y:1"], &[], InvalidArgument, "FetchOutputs w_y:1: output index too large, must be < 1");
    refuse(&["w_x:3"], &["w_y:0"], &[], InvalidArgument, "FeedInputs: w_x:3 should have output index < 1");
    refuse(&["w_x:0", "w_x"], &["w_y:0"], &[], InvalidArgument, "Endpoint \"w_x:0\" fed more than once.");
    refuse(&["w_x:0"], &["w_x"], &[], InvalidArgument, "w_x:0 is both fed and fetched.");
    refuse(&[], &["w_y:z"], &[], InvalidArgument, "malformed tensor name 'w_y:z'");
    let no_output = "Tried to fetch data for 'w_n:0', which produces no output.  To run to a node but not fetch any data, \
                     pass 'w_n:0' as an argument to the 'target_node_names' argument of the Session::Run API.";
    refuse(&[], &["w_n:0"], &[], InvalidArgument, no_output);
}

#[test]
fn a_signature_has_one_form() -> Result<()> {
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let a =
        Signature { feeds: names(&["b", "a:0"]), fetches: names(&["y:1", "x", "x:0"]), targets: names(&["n", "n"]) };
    let b = Signature { feeds: names(&["a", "b:0"]), fetches: names(&["x", "y:1"]), targets: names(&["n"]) };
    assert_eq!(a.canonical()?, b.canonical()?);
    Ok(())
}
