//! Whole clusters over real sockets: sessions, steps over several tasks, and tasks that come and go.

mod local_cluster;

use std::time::{Duration, Instant};

use futures_util::future::{join_all, try_join_all};
use local_cluster::*;
use regatta_cluster::{ClusterSpec, RunOptions, Server, ServerConfig, Session, SessionConfig, TaskName, grpc::Channel};
use regatta_graph::{GraphBuilder, GraphDef};
use regatta_status::{Code, Result, Status};
use regatta_tensor::{DType, Tensor};
use regatta_wire::{graph_to_proto, pb};
use tokio::net::TcpListener;

fn number(value: f32) -> Tensor {
    Tensor::scalar(value)
}

/// Variables on the ps, a product and a sum on each worker.
fn seed002() -> Result<GraphDef> {
    let mut g = GraphBuilder::new();
    let (x, _) = variable(&mut g, "x", PS, "")?;
    let (y, _) = variable(&mut g, "y", PS, "")?;
    let product = g.node("MatMul", "z/product").device(WORKER_0).input(&x).input(&y).finish()?;
    let z = g.node("AddV2", "z").device(WORKER_0).input(&product).input(&x).finish()?;
    let product = g.node("MatMul", "z2/product").device(WORKER_1).input(&z).input(&x).finish()?;
    g.node("AddV2", "z2").device(WORKER_1).input(&product).input(&x).finish()?;
    g.build()
}

async fn check_seed002(session: &Session) -> Result<()> {
    let fetched = soon(session.run(&[], &["z2", "z"], &[])).await?;
    assert_eq!(fetched[0].values::<f32>()?, [7.0; 4]);
    assert_eq!(fetched[1].values::<f32>()?, [3.0; 4]);
    Ok(())
}

#[test]
fn variables_on_the_ps_and_work_on_each_worker() {
    run(async {
        let cluster = LocalCluster::start();
        let session = cluster.session(0, &seed002()?).await?;
        let uninitialised = soon(session.run(&[], &["z2"], &[])).await;
        check_failure(uninitialised, &[Code::FailedPrecondition], &["uninitialized value", "/job:ps/replica:0/task:0"]);
        soon(session.run(&[], &[], &["x/init", "y/init"])).await?;
        for _ in 0..20 {
            check_seed002(&session).await?;
        }
        soon(session.close()).await
    });
}

/// Behind a container's host, or before a name service knows it, a task cannot be called by its own name.
#[test]
fn a_program_finds_its_own_master_whatever_others_call_it() {
    run(async {
        // An address that is nobody's, for documentation only.
        let spec = ClusterSpec::new().with_job("worker", &["192.0.2.1:0"])?;
        let server = Server::start(ServerConfig::new(spec, TaskName::new("worker", 0)))?;
        assert!(server.target().starts_with("grpc://192.0.2.1:"), "{}", server.target());
        let mut g = GraphBuilder::new();
        g.constant("x", number(3.0))?;
        let session = soon(Session::create(&server.target(), &g.build()?, SessionConfig::default())).await?;
        assert_eq!(soon(session.run(&[], &["x"], &[])).await?[0].single::<f32>()?, 3.0);
        soon(session.close()).await
    });
}

#[test]
fn two_sessions_on_two_masters_share_variables() {
    run(async {
        let cluster = LocalCluster::start();
        let first = cluster.session(0, &seed002()?).await?;
        let second = cluster.session(1, &seed002()?).await?;
        soon(first.run(&[], &[], &["x/init", "y/init"])).await?;
        check_seed002(&second).await?;
        soon(first.close()).await?;
        check_seed002(&second).await?;
        let third = cluster.session(0, &seed002()?).await?;
        check_seed002(&third).await
    });
}

#[test]
fn an_isolated_session_has_variables_of_its_own() {
    run(async {
        let cluster = LocalCluster::start();
        let config = SessionConfig { isolate_session_state: true, ..SessionConfig::default() };
        let alone = soon(Session::create(&cluster.target("worker", 0), &seed002()?, config.clone())).await?;
        let shared = cluster.session(0, &seed002()?).await?;
        soon(alone.run(&[], &[], &["x/init", "y/init"])).await?;
        check_seed002(&alone).await?;
        check_failure(soon(shared.run(&[], &["z2"], &[])).await, &[Code::FailedPrecondition], &["uninitialized value"]);
        soon(alone.close()).await?;
        let again = soon(Session::create(&cluster.target("worker", 0), &seed002()?, config)).await?;
        check_failure(soon(again.run(&[], &["z2"], &[])).await, &[Code::FailedPrecondition], &["uninitialized value"]);
        Ok(())
    });
}

#[test]
fn reset_clears_the_containers_it_names_and_ends_sessions() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        variable(&mut g, "kept", PS, "")?;
        variable(&mut g, "lost", PS, "box")?;
        let graph = g.build()?;
        let session = cluster.session(0, &graph).await?;
        soon(session.run(&[], &[], &["kept/init", "lost/init"])).await?;
        soon(Session::reset(&cluster.target("worker", 0), &["box"], &[])).await?;
        check_failure(soon(session.run(&[], &["kept"], &[])).await, &[Code::Aborted], &["is not found"]);
        let session = cluster.session(0, &graph).await?;
        assert_eq!(soon(session.run(&[], &["kept"], &[])).await?[0].values::<f32>()?, [1.0; 4]);
        check_failure(soon(session.run(&[], &["lost"], &[])).await, &[Code::FailedPrecondition], &["lost"]);
        soon(Session::reset(&cluster.target("worker", 1), &[], &[])).await?;
        check_failure(soon(session.run(&[], &["kept"], &[])).await, &[Code::FailedPrecondition], &["kept"]);
        Ok(())
    });
}

#[test]
fn a_graph_grows_while_its_steps_run() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        let a = placeholder(&mut g, "a", DType::Float)?;
        let mut last = g.node("AddV2", "sum").device(PS).input(&a).input(&a).finish()?;
        let session = cluster.session(0, &g.take()?).await?;
        for turn in 1..=5 {
            let fetched = soon(session.run(&[("a", number(1.0))], &["sum", &last.name()], &[])).await?;
            assert_eq!((fetched[0].single::<f32>()?, fetched[1].single::<f32>()?), (2.0, (turn + 1) as f32));
            last = g.node("AddV2", "more").device(WORKER_1).input(&last).input(&a).finish()?;
            soon(session.extend(&g.take()?)).await?;
        }
        // A part that is refused changes nothing.
        let mut bad = GraphBuilder::new();
        bad.constant("new", number(1.0))?;
        bad.constant("a", number(1.0))?;
        check_failure(soon(session.extend(&bad.build()?)).await, &[Code::InvalidArgument], &["'a'"]);
        check_failure(soon(session.run(&[], &["new"], &[])).await, &[Code::NotFound], &["new"]);
        assert_eq!(soon(session.run(&[("a", number(1.0))], &["more_4"], &[])).await?[0].single::<f32>()?, 7.0);
        Ok(())
    });
}

#[test]
fn only_who_knows_the_graph_may_extend_it() {
    run(async {
        let cluster = LocalCluster::start();
        let channel = Channel::new(cluster.address("worker", 0));
        let created: pb::CreateSessionResponse =
            call(&channel, "/tensorflow.MasterService/CreateSession", &pb::CreateSessionRequest::default()).await?;
        let extend = |name: &str, version: i64| {
            let mut g = GraphBuilder::new();
            g.node("NoOp", name).finish().expect("a good node");
            let request = pb::ExtendSessionRequest {
                session_handle: created.session_handle.clone(),
                graph_def: Some(graph_to_proto(&g.build().expect("a good graph"))),
                current_graph_version: version,
            };
            let channel = channel.clone();
            async move {
                call::<_, pb::ExtendSessionResponse>(&channel, "/tensorflow.MasterService/ExtendSession", &request)
                    .await
            }
        };
        assert_eq!(extend("a", 0).await?.new_graph_version, 1);
        check_failure(extend("b", 0).await, &[Code::Aborted], &["Current version is 1 but caller expected 0."]);
        assert_eq!(extend("b", 1).await?.new_graph_version, 2);
        check_failure(extend("c", -1).await, &[Code::Aborted], &[]);
        Ok(())
    });
}

#[test]
fn a_partial_run_is_fed_and_fetched_in_parts() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        let a = placeholder(&mut g, "a", DType::Float)?;
        let b = placeholder(&mut g, "b", DType::Float)?;
        let first = g.node("AddV2", "first").device(PS).input(&a).input(&a).finish()?;
        g.node("AddV2", "second").device(WORKER_1).input(&first).input(&b).finish()?;
        let session = cluster.session(0, &g.build()?).await?;
        // Two at once do not meet.
        let session_ref = &session;
        let runs = [1.0, 2.0].map(|value| async move {
            let session = session_ref;
            let handle = soon(session.partial_run_setup(&["a", "b"], &["first", "second"], &[])).await?;
            let early = soon(session.partial_run(&handle, &[], &["first"])).await;
            check_failure(early, &[Code::InvalidArgument], &["first"]);
            let first = soon(session.partial_run(&handle, &[("a", number(value))], &["first"])).await?;
            let twice = soon(session.partial_run(&handle, &[("a", number(value))], &[])).await;
            check_failure(twice, &[Code::InvalidArgument], &["a:0"]);
            let second = soon(session.partial_run(&handle, &[("b", number(10.0))], &["second"])).await?;
            assert_eq!((first[0].single::<f32>()?, second[0].single::<f32>()?), (value * 2.0, value * 2.0 + 10.0));
            let over = soon(session.partial_run(&handle, &[("b", number(1.0))], &[])).await;
            check_failure(over, &[Code::InvalidArgument], &[]);
            Ok(())
        });
        join_all(runs).await.into_iter().collect::<Result<()>>()?;
        // One that is never finished does not keep the session open.
        let handle = soon(session.partial_run_setup(&["a", "b"], &["second"], &[])).await?;
        soon(session.partial_run(&handle, &[("a", number(1.0))], &[])).await?;
        soon(session.close()).await?;
        cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn a_callable_is_a_step_by_number() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        let a = placeholder(&mut g, "a", DType::Float)?;
        let b = placeholder(&mut g, "b", DType::Float)?;
        g.node("Sub", "difference").device(PS).input(&a).input(&b).finish()?;
        let session = cluster.session(0, &g.build()?).await?;
        let forth = soon(session.make_callable(&["a", "b"], &["difference"], &[])).await?;
        let back = soon(session.make_callable(&["b", "a"], &["difference"], &[])).await?;
        let feeds = [number(5.0), number(3.0)];
        assert_eq!(soon(session.run_callable(forth, &feeds)).await?[0].single::<f32>()?, 2.0);
        assert_eq!(soon(session.run_callable(back, &feeds)).await?[0].single::<f32>()?, -2.0);
        check_failure(soon(session.run_callable(forth, &feeds[..1])).await, &[Code::InvalidArgument], &["2", "1"]);
        soon(session.release_callable(forth)).await?;
        check_failure(soon(session.run_callable(forth, &feeds)).await, &[Code::InvalidArgument], &["handle 0"]);
        assert_eq!(soon(session.run_callable(back, &feeds)).await?[0].single::<f32>()?, -2.0);
        check_failure(soon(session.make_callable(&["a"], &["absent"], &[])).await, &[Code::NotFound], &["absent"]);
        Ok(())
    });
}

#[test]
fn loops_and_conditions_go_over_tasks() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        let count = counting_loop(&mut g, "loop", WORKER_0, PS, 3, 20)?;
        let pred = placeholder(&mut g, "pred", DType::Bool)?;
        let a = placeholder(&mut g, "a", DType::Float)?;
        let switch = g.node("Switch", "switch").device(PS).input(&a).input(&pred).finish()?;
        let yes = g.node("Neg", "yes").device(WORKER_1).input(&switch.output(1)).finish()?;
        let merge = g.node("Merge", "merge").device(WORKER_0).input(&switch).input(&yes).finish()?;
        let session = cluster.session(0, &g.build()?).await?;
        assert_eq!(soon(session.run(&[], &[&count.name()], &[])).await?[0].single::<i32>()?, 21);
        for (taken, expected) in [(true, -2.0), (false, 2.0)] {
            let feeds = [("pred", Tensor::scalar(taken)), ("a", number(2.0))];
            let fetched = soon(session.run(&feeds, &[&merge.name(), "merge:1"], &[])).await?;
            assert_eq!((fetched[0].single::<f32>()?, fetched[1].single::<i32>()?), (expected, taken as i32));
        }
        let feeds = [("pred", Tensor::scalar(false)), ("a", number(2.0))];
        check_failure(soon(session.run(&feeds, &["yes"], &[])).await, &[Code::InvalidArgument], &["yes"]);
        Ok(())
    });
}

#[test]
fn closing_a_session_cancels_its_steps() {
    run(async {
        let cluster = LocalCluster::start();
        for body in [WORKER_0, PS, WORKER_1] {
            let mut g = GraphBuilder::new();
            endless_loop(&mut g, "loop", WORKER_0, body)?;
            g.with_device(WORKER_0, |g| {
                let queue = g.node("FIFOQueueV2", "queue").attr("component_types", vec![DType::Float]).finish()?;
                let one = g.constant("one", number(1.0))?;
                g.node("QueueEnqueueV2", "begun").input(&queue).input(&one).finish()?;
                let wait = g.node("QueueDequeueV2", "wait_for_begun").input(&queue);
                wait.attr("component_types", vec![DType::Float]).finish()
            })?;
            let channel = Channel::new(cluster.address("worker", 0));
            let create =
                pb::CreateSessionRequest { graph_def: Some(graph_to_proto(&g.build()?)), ..Default::default() };
            let created: pb::CreateSessionResponse =
                call(&channel, "/tensorflow.MasterService/CreateSession", &create).await?;
            let session_handle = created.session_handle;
            let step = pb::RunStepRequest {
                session_handle: session_handle.clone(),
                target: vec!["loop/exit".into(), "begun".into()],
                ..Default::default()
            };
            let running = {
                let channel = channel.clone();
                tokio::spawn(async move {
                    call::<_, pb::RunStepResponse>(&channel, "/tensorflow.MasterService/RunStep", &step).await
                })
            };
            let begun = pb::RunStepRequest {
                session_handle: session_handle.clone(),
                target: vec!["wait_for_begun".into()],
                ..Default::default()
            };
            let _: pb::RunStepResponse = call(&channel, "/tensorflow.MasterService/RunStep", &begun).await?;
            assert!(!running.is_finished());
            let close = pb::CloseSessionRequest { session_handle };
            let asked = Instant::now();
            let _: pb::CloseSessionResponse = call(&channel, "/tensorflow.MasterService/CloseSession", &close).await?;
            check_failure(soon(running).await.expect("no panic"), &[Code::Cancelled], &[]);
            assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
            cluster.check_good_step().await;
        }
        Ok(())
    });
}

#[test]
fn the_parts_of_a_partial_run_may_be_asked_for_at_the_same_time() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        for name in ["a", "b"] {
            let fed = placeholder(&mut g, name, DType::Float)?;
            g.node("Neg", &format!("{name}_less")).device(PS).input(&fed).finish()?;
        }
        let session = cluster.session(0, &g.build()?).await?;
        for _ in 0..1000 {
            let handle = soon(session.partial_run_setup(&["a", "b"], &["a_less", "b_less"], &[])).await?;
            let part = async |fed: &str, fetched: &str| {
                session.partial_run(&handle, &[(fed, number(2.0))], &[fetched]).await?[0].single::<f32>()
            };
            let parts = soon(async { tokio::join!(part("a", "a_less"), part("b", "b_less")) }).await;
            assert_eq!((parts.0?, parts.1?), (-2.0, -2.0));
        }
        Ok(())
    });
}

/// Steps that are compiled at the same time find the same things, also those that only their session knows.
#[test]
fn steps_that_begin_together_share_a_queue() {
    const QUEUES: usize = 200;
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        g.with_device(PS, |g| {
            for i in 0..QUEUES {
                let queue = g.node("FIFOQueueV2", &format!("queue{i}"));
                let queue = queue.attr("component_types", vec![DType::Float]).finish()?;
                let one = g.constant(&format!("one{i}"), number(1.0))?;
                g.node("QueueEnqueueV2", &format!("put{i}")).input(&queue).input(&one).finish()?;
                let take = g.node("QueueDequeueV2", &format!("take{i}")).input(&queue);
                take.attr("component_types", vec![DType::Float]).finish()?;
            }
            Ok::<_, Status>(())
        })?;
        let session = cluster.session(0, &g.build()?).await?;
        for i in 0..QUEUES {
            let (put, take) = (format!("put{i}"), format!("take{i}"));
            let steps = [&put, &take].map(|step| async { session.run(&[], &[], &[step]).await });
            soon(try_join_all(steps)).await?;
        }
        Ok(())
    });
}

#[test]
fn a_step_that_takes_too_long_is_ended() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        endless_loop(&mut g, "loop", WORKER_0, PS)?;
        g.constant("one", number(1.0))?;
        let graph = g.build()?;
        let options = RunOptions { timeout: Some(Duration::from_secs(2)), ..RunOptions::default() };
        let session = cluster.session(0, &graph).await?;
        check_failure(
            soon(session.run_with(&[], &[], &["loop/exit"], &options)).await.map(drop),
            &[Code::DeadlineExceeded],
            &[],
        );
        assert_eq!(soon(session.run_with(&[], &["one"], &[], &options)).await?.tensors[0].single::<f32>()?, 1.0);
        let config = SessionConfig { operation_timeout: Some(Duration::from_secs(2)), ..SessionConfig::default() };
        let hasty = soon(Session::create(&cluster.target("worker", 1), &graph, config)).await?;
        check_failure(soon(hasty.run(&[], &[], &["loop/exit"])).await, &[Code::DeadlineExceeded], &[]);
        assert_eq!(soon(hasty.run(&[], &["one"], &[])).await?[0].single::<f32>()?, 1.0);
        cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn a_client_that_goes_away_ends_its_step() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        endless_loop(&mut g, "loop", WORKER_0, PS)?;
        let session = cluster.session(0, &g.build()?).await?;
        for _ in 0..8 {
            // More of them than there are compute threads: those that go on would leave no room for the good step.
            let gone = tokio::time::timeout(Duration::from_millis(50), session.run(&[], &[], &["loop/exit"])).await;
            assert!(gone.is_err());
        }
        cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn a_trace_has_every_node_and_partitions_are_shown() {
    run(async {
        let cluster = LocalCluster::start();
        let session = cluster.session(0, &seed002()?).await?;
        soon(session.run(&[], &[], &["x/init", "y/init"])).await?;
        assert!(soon(session.run_with(&[], &["z2"], &[], &RunOptions::default())).await?.metadata.is_none());
        let options = RunOptions { trace: true, partition_graphs: true, ..RunOptions::default() };
        let metadata = soon(session.run_with(&[], &["z2"], &[], &options)).await?.metadata.expect("it was asked for");
        assert_eq!(metadata.partition_graphs.len(), 3);
        let stats = metadata.step_stats.expect("it was asked for");
        let mut devices: Vec<&str> = stats.dev_stats.iter().map(|device| device.device.as_str()).collect();
        devices.sort();
        let tasks = ["/job:ps/replica:0/task:0", "/job:worker/replica:0/task:0", "/job:worker/replica:0/task:1"];
        assert_eq!(devices, tasks.map(|task| format!("{task}/device:CPU:0")));
        for node in metadata.partition_graphs.iter().flat_map(|graph| &graph.node) {
            let device =
                stats.dev_stats.iter().find(|device| device.device == node.device).expect("a device of the cluster");
            let traced = device.node_stats.iter().find(|stats| stats.node_name == node.name);
            let traced = traced.unwrap_or_else(|| panic!("{} is not in the trace", node.name));
            assert!(traced.all_start_micros > 0 && traced.all_end_rel_micros >= 0);
        }
        Ok(())
    });
}

#[test]
fn device_filters_leave_out_a_task_that_is_not_there() {
    run(async {
        let cluster = LocalCluster::without(&[("worker", 1)]);
        let config =
            SessionConfig { device_filters: vec!["/job:ps".into(), WORKER_0.into()], ..SessionConfig::default() };
        let mut g = GraphBuilder::new();
        variable(&mut g, "v", PS, "")?;
        let target = cluster.target("worker", 0);
        let session = soon(Session::create(&target, &g.build()?, config.clone())).await?;
        soon(session.run(&[], &["v/init"], &[])).await?;
        assert_eq!(soon(session.list_devices()).await?.len(), 2);
        soon(session.close()).await?;
        let outside = soon(Session::create(&target, &seed002()?, config)).await;
        check_failure(outside.map(drop), &[Code::InvalidArgument], &["z2", WORKER_1]);
        Ok(())
    });
}

#[test]
fn a_session_waits_for_its_tasks_as_long_as_the_client_does() {
    run(async {
        let mut cluster = LocalCluster::without(&[("worker", 1)]);
        let config = SessionConfig { operation_timeout: Some(Duration::from_millis(400)), ..SessionConfig::default() };
        let target = cluster.target("worker", 0);
        let absent = soon(Session::create(&target, &GraphDef::default(), config.clone())).await;
        check_failure(absent.map(drop), &[Code::DeadlineExceeded], &["/job:worker/replica:0/task:1"]);
        // Something that takes connections and says nothing is no better than nothing.
        let silent = TcpListener::bind(cluster.address("worker", 1)).await.expect("its port is free");
        let unanswered = soon(Session::create(&target, &GraphDef::default(), config)).await;
        check_failure(unanswered.map(drop), &[Code::DeadlineExceeded], &["/job:worker/replica:0/task:1"]);
        drop(silent);
        // A client that waits longer gets its session when the task is there.
        let waiting =
            tokio::spawn(async move { Session::create(&target, &seed002()?, SessionConfig::default()).await });
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(!waiting.is_finished());
        cluster.restart("worker", 1);
        let session = soon(waiting).await.expect("no panic")?;
        soon(session.run(&[], &[], &["x/init", "y/init"])).await?;
        check_seed002(&session).await
    });
}

#[test]
fn a_task_that_dies_is_named_and_a_new_session_works_when_it_is_back() {
    run(async {
        let mut cluster = LocalCluster::start();
        let session = cluster.session(0, &seed002()?).await?;
        soon(session.run(&[], &[], &["x/init", "y/init"])).await?;
        check_seed002(&session).await?;
        cluster.stop("ps", 0);
        let recoverable = [Code::Unavailable, Code::Aborted];
        check_failure(soon(session.run(&[], &["z2", "z"], &[])).await, &recoverable, &["/job:ps/replica:0/task:0"]);
        check_failure(soon(session.run(&[], &["z"], &[])).await, &recoverable, &["/job:ps/replica:0/task:0"]);
        cluster.restart("ps", 0);
        check_failure(soon(session.run(&[], &["z2", "z"], &[])).await, &[Code::Aborted], &["/job:ps/replica:0/task:0"]);
        check_failure(soon(session.run(&[], &["y"], &[])).await, &[Code::Aborted], &["/job:ps/replica:0/task:0"]);
        let again = cluster.session(0, &seed002()?).await?;
        // What lived on the task is gone.
        check_failure(soon(again.run(&[], &["z2"], &[])).await, &[Code::FailedPrecondition], &["uninitialized value"]);
        soon(again.run(&[], &[], &["x/init", "y/init"])).await?;
        check_seed002(&again).await?;
        soon(session.close()).await
    });
}

#[test]
fn a_task_that_dies_ends_the_steps_that_need_it() {
    run(async {
        let mut cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        endless_loop(&mut g, "loop", WORKER_0, PS)?;
        let session = cluster.session(0, &g.build()?).await?;
        let running = tokio::spawn(async move { session.run(&[], &[], &["loop/exit"]).await });
        tokio::time::sleep(Duration::from_millis(200)).await;
        let cluster = tokio::task::spawn_blocking(move || {
            cluster.stop("ps", 0);
            cluster
        });
        // A code that clients take for a preemption, and not for the end of their work.
        let result = soon(running).await.expect("no panic");
        check_failure(result, &[Code::Unavailable, Code::Aborted], &["/job:ps/replica:0/task:0"]);
        let mut cluster = cluster.await.expect("no panic");
        cluster.restart("ps", 0);
        cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn a_master_that_restarts_does_not_know_old_sessions() {
    run(async {
        let mut cluster = LocalCluster::start();
        let session = cluster.session(0, &seed002()?).await?;
        soon(session.run(&[], &[], &["x/init", "y/init"])).await?;
        for _ in 0..2 {
            cluster.stop("worker", 0);
            cluster.restart("worker", 0);
        }
        check_failure(soon(session.run(&[], &["z2"], &[])).await, &[Code::Aborted, Code::Unavailable], &[]);
        check_failure(soon(session.run(&[], &["z2"], &[])).await, &[Code::Aborted], &["is not found"]);
        // The variables lived elsewhere.
        let session = cluster.session(0, &seed002()?).await?;
        check_seed002(&session).await
    });
}

/// Nobody waits for a master to come back that will not know the session.
#[test]
fn a_session_whose_master_is_gone_is_lost() {
    run(async {
        let mut cluster = LocalCluster::start();
        let session = cluster.session(0, &seed002()?).await?;
        cluster.stop("worker", 0);
        let address = cluster.address("worker", 0);
        check_failure(soon(session.run(&[], &[], &["x/init"])).await, &[Code::Unavailable], &[address]);
        check_failure(soon(session.extend(&GraphDef::default())).await, &[Code::Unavailable], &[address]);
        check_failure(soon(session.close()).await, &[Code::Unavailable], &[address]);
        Ok(())
    });
}

#[test]
fn many_steps_at_once_do_not_meet() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        let a = placeholder(&mut g, "a", DType::Float)?;
        let b = g.node("AddV2", "b").device(PS).input(&a).input(&a).finish()?;
        let c = g.node("AddV2", "c").device(WORKER_1).input(&b).input(&a).finish()?;
        g.node("AddV2", "d").device(WORKER_0).input(&c).input(&b).finish()?;
        let graph = g.build()?;
        let sessions = [cluster.session(0, &graph).await?, cluster.session(1, &graph).await?];
        let steps = (0..300).map(|i| {
            let session = &sessions[i % 2];
            async move {
                let value: Vec<f32> = (0..16).map(|k| (i * 16 + k) as f32).collect();
                let fetched = soon(session.run(&[("a", Tensor::vector(value.clone()))], &["d", "c"], &[])).await?;
                let times = |factor: f32| value.iter().map(|x| x * factor).collect::<Vec<_>>();
                assert_eq!(fetched[0].values::<f32>()?, times(5.0));
                assert_eq!(fetched[1].values::<f32>()?, times(3.0));
                Ok(())
            }
        });
        join_all(steps).await.into_iter().collect()
    });
}

#[test]
fn a_server_stops_promptly_whatever_runs() {
    run(async {
        let mut cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        endless_loop(&mut g, "loop", WORKER_0, WORKER_1)?;
        endless_loop(&mut g, "other", WORKER_0, WORKER_0)?;
        let session = cluster.session(0, &g.build()?).await?;
        let running = tokio::spawn(async move {
            let steps = [session.run(&[], &[], &["loop/exit"]), session.run(&[], &[], &["other/exit"])];
            join_all(steps).await
        });
        tokio::time::sleep(Duration::from_millis(200)).await;
        let begun = Instant::now();
        let stopped = tokio::task::spawn_blocking(move || {
            cluster.stop("worker", 0);
            cluster
        });
        let mut cluster = soon(stopped).await.expect("no panic");
        assert!(begun.elapsed() < Duration::from_secs(5), "it took {:?}", begun.elapsed());
        for result in soon(running).await.expect("no panic") {
            check_failure(result, &[Code::Unavailable], &["/job:worker/replica:0/task:0"]);
        }
        cluster.restart("worker", 0);
        cluster.check_good_step().await;
        Ok(())
    });
}
