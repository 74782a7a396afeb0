//! The client in Rust, on TensorFlow's servers and on ours: what it is told must be the same.

use std::time::Duration;

use regatta_cluster::{RunOptions, Session, SessionConfig};
use regatta_graph::{GraphBuilder, Outlet};
use regatta_status::{Code, Result};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};

use crate::program::{ALL_REGATTA, ALL_TENSORFLOW, Mix, REGATTA_FIRST, REGATTA_PS};

const PS: &str = "/job:ps/task:0";

/// Gives the test the target of worker 0, and a limit on time.
fn on<F: Future<Output = Result<()>>>(mix: Mix, test: impl FnOnce(String) -> F) {
    let mut cluster = mix.start();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let target = cluster.target("worker", 0);
    let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(60), test(target)).await });
    match ended {
        Ok(Ok(())) => cluster.check_alive(),
        Ok(Err(status)) => panic!("on {}: {status}\n{}", mix.name, cluster.tails()),
        Err(_) => panic!("on {}: it takes too long\n{}", mix.name, cluster.tails()),
    }
}

/// A variable of ones, and what sets it.
fn ones(g: &mut GraphBuilder, name: &str) -> Result<(Outlet, Outlet)> {
    let shape = Shape::new(&[2, 2])?;
    g.with_device(PS, |g| {
        let variable = g.node("VariableV2", name).attr("dtype", DType::Float).attr("shape", shape.clone()).finish()?;
        let value = g.constant(&format!("{name}/initial"), Tensor::new(shape.clone(), vec![1.0f32; 4])?)?;
        let init = g.node("Assign", &format!("{name}/init")).input(&variable).input(&value).finish()?;
        Ok((variable, init))
    })
}

fn product_and_sum(g: &mut GraphBuilder, name: &str, task: u32, a: &Outlet, b: &Outlet, c: &Outlet) -> Result<Outlet> {
    g.with_device(&format!("/job:worker/task:{task}"), |g| {
        let product = g.node("MatMul", &format!("{name}/product")).input(a).input(b).finish()?;
        g.node("AddV2", name).input(&product).input(c).finish()
    })
}

fn placeholder(g: &mut GraphBuilder, name: &str) -> Result<Outlet> {
    g.node("Placeholder", name).attr("dtype", DType::Float).attr("shape", PartialShape::unknown()).finish()
}

fn code<T>(result: Result<T>) -> Option<Code> {
    result.err().map(|status| status.code)
}

/// The first program of a public tutorial: variables on the ps, a product on each worker.
async fn seed002(target: String) -> Result<()> {
    let mut g = GraphBuilder::new();
    let (x, x_init) = ones(&mut g, "x")?;
    let (y, y_init) = ones(&mut g, "y")?;
    let z = product_and_sum(&mut g, "z", 0, &x, &y, &x)?;
    let z2 = product_and_sum(&mut g, "z2", 1, &z, &x, &x)?;
    let session = Session::create(&target, &g.build()?, SessionConfig::default()).await?;
    session.run(&[], &[], &[x_init.node(), y_init.node()]).await?;
    let fetched = session.run(&[], &[&z2.name()], &[]).await?;
    assert_eq!((fetched[0].shape().to_signed(), fetched[0].values::<f32>()?), (vec![2, 2], [7.0f32; 4].as_slice()));
    session.close().await
}

/// Everything else a client can ask for.
async fn whole_client(target: String) -> Result<()> {
    let mut g = GraphBuilder::new();
    let a = placeholder(&mut g, "a")?;
    let b = placeholder(&mut g, "b")?;
    let on_worker_1 = "/job:worker/task:1";
    let sum = g.node("AddV2", "sum").device(on_worker_1).input(&a).input(&b).finish()?;
    let double = g.node("AddV2", "double").device(PS).input(&a).input(&a).finish()?;
    let session = Session::create(&target, &g.take()?, SessionConfig::default()).await?;

    let mut devices: Vec<String> = session.list_devices().await?.into_iter().map(|device| device.name).collect();
    devices.sort();
    let cpu = |task: &str| format!("/job:{task}/device:CPU:0");
    assert_eq!(devices, [cpu("ps/replica:0/task:0"), cpu("worker/replica:0/task:0"), cpu("worker/replica:0/task:1")]);

    let number = |value: f32| Tensor::scalar(value);
    let fed = session.run(&[("a", number(2.0)), ("b:0", number(3.0))], &["sum", "double"], &[]).await?;
    assert_eq!((fed[0].single::<f32>()?, fed[1].single::<f32>()?), (5.0, 4.0));

    let product = g.node("Mul", "product").device(on_worker_1).input(&sum).input(&double).finish()?;
    let (_, init) = ones(&mut g, "v")?;
    session.extend(&g.take()?).await?;
    let grown = session.run(&[("a", number(2.0)), ("b", number(3.0))], &[&product.name()], &[]).await?;
    assert_eq!(grown[0].single::<f32>()?, 20.0);

    let handle = session.partial_run_setup(&["a", "b"], &["double", "sum"], &[]).await?;
    let first = session.partial_run(&handle, &[("a", number(4.0))], &["double"]).await?;
    let second = session.partial_run(&handle, &[("b", number(1.0))], &["sum"]).await?;
    assert_eq!((first[0].single::<f32>()?, second[0].single::<f32>()?), (8.0, 5.0));

    let callable = session.make_callable(&["b", "a"], &["sum", "double"], &[]).await?;
    for turn in 0..3 {
        let called = session.run_callable(callable, &[number(10.0), number(turn as f32)]).await?;
        assert_eq!((called[0].single::<f32>()?, called[1].single::<f32>()?), (turn as f32 + 10.0, turn as f32 * 2.0));
    }
    session.release_callable(callable).await?;
    assert_eq!(code(session.run_callable(callable, &[number(1.0), number(1.0)]).await), Some(Code::InvalidArgument));

    let options = RunOptions { trace: true, partition_graphs: true, ..RunOptions::default() };
    let outcome = session.run_with(&[("a", number(1.0))], &["double"], &[], &options).await?;
    let metadata = outcome.metadata.expect("metadata was asked for");
    assert!(!metadata.partition_graphs.is_empty());
    let stats = metadata.step_stats.expect("a trace was asked for");
    assert!(stats.dev_stats.iter().flat_map(|device| &device.node_stats).any(|node| node.node_name == "double"));

    assert_eq!(code(session.run(&[], &["absent"], &[]).await), Some(Code::NotFound));
    assert_eq!(code(session.run(&[], &["sum:7"], &[]).await), Some(Code::InvalidArgument));
    assert_eq!(code(session.run(&[], &[], &[]).await), Some(Code::InvalidArgument));
    assert_eq!(code(session.run(&[], &["sum"], &[]).await), Some(Code::InvalidArgument));
    let uninitialised = session.run(&[], &["v"], &[]).await;
    assert_eq!(code(uninitialised), Some(Code::FailedPrecondition));
    session.run(&[], &[], &[init.node()]).await?;
    assert_eq!(session.run(&[], &["v"], &[]).await?[0].values::<f32>()?, [1.0; 4]);

    let mut lost = GraphBuilder::new();
    lost.node("NoOp", "lost").device("/job:worker/task:7").finish()?;
    assert_eq!(code(session.extend(&lost.build()?).await), Some(Code::InvalidArgument));
    let mut again = GraphBuilder::new();
    again.constant("a", number(0.0))?;
    assert_eq!(code(session.extend(&again.build()?).await), Some(Code::InvalidArgument));

    // Variables live until they are reset, which ends the master's sessions too.
    Session::reset(&target, &[], &[]).await?;
    assert_eq!(code(session.run(&[], &["v"], &[]).await), Some(Code::Aborted));
    assert_eq!(code(session.close().await), Some(Code::Aborted));
    let mut g = GraphBuilder::new();
    ones(&mut g, "v")?;
    let session = Session::create(&target, &g.build()?, SessionConfig::default()).await?;
    assert_eq!(code(session.run(&[], &["v"], &[]).await), Some(Code::FailedPrecondition));
    session.close().await
}

#[test]
fn seed002_on_tensorflow() {
    on(ALL_TENSORFLOW, seed002);
}

#[test]
fn seed002_on_regatta() {
    on(ALL_REGATTA, seed002);
}

#[test]
fn seed002_on_a_regatta_ps() {
    on(REGATTA_PS, seed002);
}

#[test]
fn seed002_with_a_regatta_master_and_a_tensorflow_worker() {
    on(REGATTA_FIRST, seed002);
}

#[test]
fn the_whole_client_on_tensorflow() {
    on(ALL_TENSORFLOW, whole_client);
}

#[test]
fn the_whole_client_on_regatta() {
    on(ALL_REGATTA, whole_client);
}
