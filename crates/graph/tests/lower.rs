//! Functions in the place of their calls: golden files, how mistakes are refused, and that nonsense never panics.

mod lower_text;
#[path = "partition_text/mod.rs"]
mod partition_text;

use lower_text::{parse, show};
use partition_text::check_golden;
use proptest::prelude::*;
use regatta_graph::{Frames, Graph, GraphDef, def::Library, infer_shapes, lower};
use regatta_status::{Code, Status};

fn check(name: &str) {
    check_golden("lower", name, |text| {
        let lowered = lower(parse(text), &Library::default())?;
        let shown = show(&lowered);
        // What comes out is a graph, and its loops are loops.
        let graph = Graph::from_def(lowered)?;
        infer_shapes(&graph)?;
        Frames::of(&graph)?;
        Ok(shown)
    });
}

macro_rules! golden {
    ($($(#[$doc:meta])* $name:ident)*) => {
        $($(#[$doc])* #[test] fn $name() { check(stringify!($name)); })*
    };
}

golden! {
    condition
    /// The control output of a condition comes after what the taken branch did.
    effects_of_a_condition
    one_of_several
    one_of_one
    counting_loop
    condition_in_loop
    /// A handle is entered once; in both functions it waits for the turn.
    handle_in_loop
    call
    /// A call with control inputs has a gate that all of its body waits for.
    call_that_waits
    /// A function of the old kind does not say what its effects are: all that is stateful.
    call_of_the_old_kind
    lists_of_arguments
}

fn refused(text: &str) -> Status {
    lower(parse(text), &Library::default()).and_then(Graph::from_def).err().expect("must be refused")
}

const CALL: &str = "a = Placeholder dtype=float\nc = PartitionedCall a f=fn:f Tin=[float] Tout=[float]\n";

/// A call of a function `f` with this body.
fn refused_body(body: &str) -> Status {
    let status = refused(&format!("function f(x:float) -> (y:float)\n{body}\nend\n{CALL}"));
    assert!(status.message.contains("'f'") && status.message.contains("'c"), "{status}");
    status
}

#[test]
fn a_graph_without_calls_is_not_touched() {
    let text = "function f(x:float) -> (y:float)\nret y x\nend\na = Const value=1\nb = Neg a\n";
    let before = show(&parse(text));
    assert_eq!(show(&lower(parse(text), &Library::default()).unwrap()), before);
}

#[test]
fn functions_of_earlier_calls_are_known() {
    let known = parse("function f(x:float) -> (y:float)\nret y x\nend\n").library;
    assert!(lower(parse(CALL), &known).is_ok());
    let missing = lower(parse(CALL), &Library::default()).unwrap_err();
    assert_eq!(missing.code, Code::NotFound);
    assert!(missing.message.contains("'f'") && missing.message.contains("'c'"), "{missing}");
}

#[test]
fn malformed_bodies_are_refused_by_name() {
    for body in [
        "",
        "ret y z",
        "ret y x:1",
        "ret y x:0:0:0",
        "ret y n\nn = Neg x",
        "ret y n:y:1\nn = Neg x",
        "ret y n:nope:0\nn = Neg x",
        "ret y n:y:-1\nn = Neg x",
        "ret y n:y:99999999999999\nn = Neg x",
        "ret y n:y:0\nn = Neg nothing",
        "ret y n:y:0\nn = Neg x ^nothing",
        "ret y n:y:0\nn = Neg x\nn = Neg x",
        "ret y n:y:0\nn = Neg x T=$T",
        "ret y x\ncontrol done nothing",
        "ret y x\nn = Unpack x\nm = Neg n:output:0",
        "ret y x\nm = Neg n:other:0\nn = If x Tin=[] Tout=[float]",
    ] {
        assert_eq!(
            refused_body(body).code,
            if body.contains("Unpack") { Code::NotFound } else { Code::InvalidArgument },
            "{body}"
        );
    }
}

#[test]
fn a_function_that_calls_itself_is_refused() {
    for body in [
        "n = f x\nret y n:y:0",
        "n = PartitionedCall x f=fn:f Tin=[float] Tout=[float]\nret y n:output:0",
        "b = Const value=true\nn = If b:output:0 x Tcond=bool Tin=[float] Tout=[float] then_branch=fn:f else_branch=fn:f\nret y n:output:0",
    ] {
        let status = refused_body(body);
        assert_eq!(status.code, Code::InvalidArgument);
        assert!(status.message.contains("calls itself"), "{status}");
    }
}

#[test]
fn functions_that_grow_without_bounds_are_refused() {
    let mut text = "function f0(x:float) -> (y:float)\nret y x\nend\n".to_owned();
    for k in 1..40 {
        let before = k - 1;
        text +=
            &format!("function f{k}(x:float) -> (y:float)\na = f{before} x\nb = f{before} a:y:0\nret y b:y:0\nend\n");
    }
    text += "a = Placeholder dtype=float\nc = f39 a\n";
    assert_eq!(refused(&text).code, Code::ResourceExhausted);
}

#[test]
fn mistakes_of_the_caller_are_refused() {
    let function = "function f(x:float) -> (y:float)\nret y x\nend\na = Placeholder dtype=float\n";
    for (node, code) in [
        ("c = PartitionedCall f=fn:f Tin=[] Tout=[float]", Code::InvalidArgument),
        ("c = PartitionedCall a a f=fn:f Tin=[float,float] Tout=[float]", Code::InvalidArgument),
        ("c = PartitionedCall a Tin=[float] Tout=[float]", Code::NotFound),
        ("c = PartitionedCall a f=1 Tin=[float] Tout=[float]", Code::InvalidArgument),
        ("c = PartitionedCall ^a a f=fn:f Tin=[float] Tout=[float]", Code::InvalidArgument),
        ("c = If Tcond=bool Tin=[float] Tout=[float] then_branch=fn:f else_branch=fn:f", Code::InvalidArgument),
        ("c = If a a Tcond=bool Tin=[float] Tout=[] then_branch=fn:f else_branch=fn:f", Code::InvalidArgument),
        ("c = If a a Tcond=bool Tin=[float] Tout=[float] then_branch=fn:f else_branch=fn:g", Code::NotFound),
        ("c = Case a a Tin=[float] Tout=[float] branches=[]", Code::InvalidArgument),
        ("c = While T=[] cond=fn:f body=fn:f", Code::InvalidArgument),
        ("c = While a T=[float] cond=fn:f body=fn:nope", Code::NotFound),
        ("c = While a a T=[float,float] cond=fn:f body=fn:f", Code::InvalidArgument),
    ] {
        let status = refused(&format!("{function}{node}\n"));
        assert_eq!(status.code, code, "{node}: {status}");
    }
}

/// Graphs of calls whose parts mostly do not fit together.
fn nonsense() -> impl Strategy<Value = String> {
    let tensor = prop_oneof!["[xyab]", "[abcx]:(y|z|output|output_true):[0-2]", "\\^[abx]", "[ab]"];
    let op = prop_oneof![
        Just("Neg"),
        Just("AddV2"),
        Just("Const value=1"),
        Just("Switch"),
        Just("NoOp"),
        Just("f"),
        Just("g"),
        Just("PartitionedCall f=fn:g Tin=[float] Tout=[float]"),
        Just("StatelessIf Tcond=bool Tin=[float] Tout=[float] then_branch=fn:f else_branch=fn:g"),
        Just("While T=[float] cond=fn:f body=fn:g"),
        Just("While T=[resource,float] cond=fn:g body=fn:f"),
        Just("Case Tin=[float] Tout=[float] branches=[fn:f,fn:g]"),
    ];
    let node = ("[abc]", op, prop::collection::vec(tensor.clone(), 0..3))
        .prop_map(|(name, op, inputs)| format!("{name} = {op} {}\n", inputs.join(" ")));
    let nodes = || prop::collection::vec(node.clone(), 0..4).prop_map(|nodes| nodes.concat());
    let rets = || (tensor.clone(), tensor.clone());
    (nodes(), rets(), nodes(), rets(), nodes()).prop_map(|(f, (fy, fz), g, (gy, gz), top)| {
        format!(
            "function f(x:float) -> (y:float)\n{f}ret y {fy}\nret z {fz}\nend\n\
             function g(x:resource, a:float) -> (y:resource, z:float) stateful\n{g}ret y {gy}\nret z {gz}\ncontrol k b\nend\n{top}"
        )
    })
}

proptest! {
    #[test]
    fn nonsense_never_panics(text in nonsense()) {
        let lowered: Result<GraphDef, Status> = lower(parse(&text), &Library::default());
        if let Ok(lowered) = lowered {
            drop(Graph::from_def(lowered));
        }
    }
}
