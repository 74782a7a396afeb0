//! Graphs that mean nothing, or that another task should have been sent.

use super::*;

/// Graphs that must be refused: what is wrong, the graph, the code, words of the message.
fn bad_graphs() -> Vec<(&'static str, pb::GraphDef, Code, Vec<&'static str>)> {
    use pb::attr_value::Value;
    let c = || constant("c", "", one());
    let bad = Code::InvalidArgument;
    let at = |name: &'static str| vec![name];
    let int = || Value::Type(DType::Int32.number());
    let min_consumer = pb::VersionDef { producer: 1, min_consumer: 1_000_000, bad_consumers: Vec::new() };
    let versions = pb::GraphDef { versions: Some(min_consumer), ..graph(vec![c()]) };
    vec![
        (
            "unknown op",
            graph(vec![node("strange", "NoSuchOp", &[], "", &[])]),
            Code::NotFound,
            vec!["NoSuchOp", "strange"],
        ),
        ("no op", graph(vec![node("strange", "", &[], "", &[])]), Code::NotFound, at("strange")),
        (
            "wrong kind",
            graph(vec![c(), node("wrong", "Identity", &["c"], "", &[("T", Value::I(1))])]),
            bad,
            at("wrong"),
        ),
        (
            "no attr",
            graph(vec![c(), node("bare", "Cast", &["c"], "", &[("SrcT", float())])]),
            Code::NotFound,
            vec!["DstT", "bare"],
        ),
        (
            "unknown input",
            graph(vec![node("lonely", "Identity", &["absent"], "", &[("T", float())])]),
            bad,
            vec!["absent", "lonely"],
        ),
        ("unknown control", graph(vec![node("lonely", "NoOp", &["^absent"], "", &[])]), bad, vec!["absent", "lonely"]),
        (
            "no such output",
            graph(vec![c(), node("lonely", "Identity", &["c:5"], "", &[("T", float())])]),
            bad,
            at("lonely"),
        ),
        ("bad output", graph(vec![c(), node("lonely", "Identity", &["c:x"], "", &[("T", float())])]), bad, at("c:x")),
        (
            "huge output",
            graph(vec![c(), node("lonely", "Identity", &["c:99999999999"], "", &[("T", float())])]),
            bad,
            at("c:99999999999"),
        ),
        ("too few", graph(vec![c(), node("lonely", "AddV2", &["c"], "", &[("T", float())])]), bad, at("lonely")),
        (
            "too many",
            graph(vec![c(), node("lonely", "Identity", &["c", "c"], "", &[("T", float())])]),
            bad,
            at("lonely"),
        ),
        ("wrong type", graph(vec![c(), node("wrong", "Identity", &["c"], "", &[("T", int())])]), bad, at("wrong")),
        (
            "unknown type",
            graph(vec![c(), node("wrong", "Identity", &["c"], "", &[("T", Value::Type(999))])]),
            bad,
            at("999"),
        ),
        (
            "not a variable",
            graph(vec![c(), node("wrong", "Assign", &["c", "c"], "", &[("T", float())])]),
            bad,
            at("wrong"),
        ),
        ("twice", graph(vec![c(), c()]), bad, at("'c'")),
        ("bad name", graph(vec![constant("a b", "", one())]), bad, at("a b")),
        ("no name", graph(vec![constant("", "", one())]), bad, vec![]),
        (
            "cycle",
            graph(vec![
                node("round", "Identity", &["about"], "", &[("T", float())]),
                node("about", "Identity", &["round"], "", &[("T", float())]),
            ]),
            bad,
            vec!["cycle", "round"],
        ),
        (
            "control cycle",
            graph(vec![node("a", "NoOp", &["^b"], "", &[]), node("b", "NoOp", &["^a"], "", &[])]),
            bad,
            at("cycle"),
        ),
        ("itself", graph(vec![node("self", "NoOp", &["^self"], "", &[])]), bad, at("self")),
        (
            "absent device",
            graph(vec![constant("lost", "/job:worker/task:9", one())]),
            bad,
            vec!["lost", "/job:worker/task:9"],
        ),
        ("absent kind", graph(vec![constant("lost", "/job:ps/device:TPU:0", one())]), bad, at("lost")),
        ("no device", graph(vec![constant("lost", "somewhere", one())]), bad, at("somewhere")),
        ("min_consumer", versions, bad, at("1000000")),
        ("overflow", graph(vec![constant("big", "", tensor(&[1 << 40, 1 << 40], vec![]))]), bad, vec![]),
        ("huge", graph(vec![constant("big", "", tensor(&[1 << 50], vec![0; 4]))]), bad, vec![]),
        ("negative", graph(vec![constant("odd", "", tensor(&[-5], vec![]))]), bad, vec![]),
        ("too few bytes", graph(vec![constant("odd", "", tensor(&[2, 2], vec![0; 12]))]), bad, vec![]),
        ("too many bytes", graph(vec![constant("odd", "", tensor(&[1], vec![0; 12]))]), bad, vec![]),
        (
            "huge count",
            graph(vec![c(), node("many", "AddN", &["c"], "", &[("T", float()), ("N", Value::I(i64::MAX))])]),
            bad,
            at("many"),
        ),
        (
            "negative count",
            graph(vec![c(), node("many", "AddN", &["c"], "", &[("T", float()), ("N", Value::I(-1))])]),
            bad,
            at("many"),
        ),
    ]
}

#[test]
fn graphs_that_have_no_meaning() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = fixture.create(pb::GraphDef::default()).await?;
        let mut failures = Vec::new();
        for (what, graph_def, code, words) in bad_graphs() {
            let create = pb::CreateSessionRequest { graph_def: Some(graph_def.clone()), ..Default::default() };
            let extend = pb::ExtendSessionRequest {
                session_handle: session_handle.clone(),
                graph_def: Some(graph_def),
                ..Default::default()
            };
            let created = call::<_, pb::CreateSessionResponse>(&fixture.channel, MASTER[0], &create).await.map(drop);
            let extended = call::<_, pb::ExtendSessionResponse>(&fixture.channel, MASTER[1], &extend).await.map(drop);
            for result in [created, extended] {
                let is_right =
                    |status: &Status| status.code == code && words.iter().all(|word| status.message.contains(word));
                if !result.as_ref().is_err_and(is_right) {
                    failures.push(format!("{what}: {result:?}"));
                }
            }
            fixture.cluster.check_good_step().await;
        }
        assert!(failures.is_empty(), "{}", failures.join("\n"));
        // Nothing of all that is in the session.
        let extend = pb::ExtendSessionRequest {
            session_handle,
            graph_def: Some(graph(vec![constant("c", "", one())])),
            ..Default::default()
        };
        assert_eq!(
            call::<_, pb::ExtendSessionResponse>(&fixture.channel, MASTER[1], &extend).await?.new_graph_version,
            1
        );
        Ok(())
    });
}

#[test]
fn graphs_that_are_not_this_tasks() {
    run(async {
        let fixture = Fixture::start();
        let register =
            |nodes: Vec<pb::NodeDef>| pb::RegisterGraphRequest { graph_def: Some(graph(nodes)), ..Default::default() };
        let bad = [Code::InvalidArgument];
        fixture.check(WORKER[3], register(vec![constant("far", PS_CPU, one())]), &bad, &["far", PS_CPU]).await;
        fixture.check(WORKER[3], register(vec![constant("vague", "", one())]), &bad, &["vague"]).await;
        fixture.check(WORKER[3], register(vec![constant("short", "/cpu:0", one())]), &bad, &["short", "/cpu:0"]).await;
        fixture
            .check(
                WORKER[3],
                register(vec![node("strange", "NoSuchOp", &[], WORKER_0_CPU, &[])]),
                &[Code::NotFound],
                &["NoSuchOp"],
            )
            .await;
        let outside = node("leave", "Exit", &["c"], WORKER_0_CPU, &[("T", float())]);
        fixture.check(WORKER[3], register(vec![constant("c", WORKER_0_CPU, one()), outside]), &bad, &["leave"]).await;
        let unknown_key = pb::RegisterGraphRequest {
            graph_def: Some(graph(vec![constant("c", WORKER_0_CPU, one())])),
            ..Default::default()
        };
        let registered: pb::RegisterGraphResponse = call(&fixture.channel, WORKER[3], &unknown_key).await?;
        let run = pb::RunGraphRequest {
            graph_handle: registered.graph_handle,
            step_id: 3,
            recv_key: vec!["no key".into()],
            ..Default::default()
        };
        fixture.check(WORKER[5], run, &[Code::InvalidArgument, Code::Internal], &["no key"]).await;
        Ok(())
    });
}

#[test]
fn a_damaged_graph_never_takes_the_server_down() {
    run(async {
        let fixture = Fixture::start();
        let good = graph_to_proto(&good_graph()?);
        let mut random = SmallRng::seed_from_u64(7);
        for _ in 0..150 {
            let mut damaged = good.clone();
            let count = damaged.node.len();
            let at = random.random_range(0..count);
            let other: NodeDef = good_graph()?.nodes.swap_remove(random.random_range(0..count));
            let node = &mut damaged.node[at];
            match random.random_range(0..6) {
                0 => node.op = other.op,
                1 => node.name = other.name,
                2 => node.input = other.inputs.clone(),
                3 => node.input.push(format!("{}:{}", other.name, random.random_range(0..3))),
                4 => node.attr.clear(),
                _ => node.device = "/job:ps/task:0/device:CPU:*".into(),
            }
            if let Ok(session_handle) = fixture.create(damaged).await {
                let step = pb::RunStepRequest {
                    session_handle: session_handle.clone(),
                    fetch: vec!["sum:0".into()],
                    ..Default::default()
                };
                let _ = fixture.step(step).await;
                let _: pb::CloseSessionResponse =
                    call(&fixture.channel, MASTER[4], &pb::CloseSessionRequest { session_handle }).await?;
            }
        }
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}
