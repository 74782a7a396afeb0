//! A whole cluster in the test's own process, and the graphs that tests run on it.
//!
//! Every wait is bounded by [`soon`]; ports are the system's choice.

// Every test file compiles this one anew and uses a part of it.
#![allow(dead_code)]

use std::{collections::BTreeMap, net::TcpListener, time::Duration};

use regatta_cluster::{
    ClusterSpec, Server, ServerConfig, Session, SessionConfig, TaskName,
    grpc::{CallOptions, Channel, Message},
};
use regatta_graph::{GraphBuilder, GraphDef, Outlet};
use regatta_status::{Code, Result, internal};
use regatta_tensor::{DType, PartialShape, Shape, Tensor};
use tokio::time::timeout;

pub const PS: &str = "/job:ps/task:0";
pub const WORKER_0: &str = "/job:worker/task:0";
pub const WORKER_1: &str = "/job:worker/task:1";

/// Waits for what should come soon.
pub async fn soon<F: Future>(future: F) -> F::Output {
    timeout(Duration::from_secs(30), future).await.expect("it takes too long")
}

/// Runs an async test with a limit on the whole of it.
pub fn run<F: Future<Output = Result<()>>>(test: F) {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().expect("a runtime");
    let ended = runtime.block_on(async { timeout(Duration::from_secs(90), test).await });
    runtime.shutdown_background();
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(status)) => panic!("{status}"),
        Err(_) => panic!("the test takes too long"),
    }
}

/// One parameter server and two workers, of which some may not run.
pub struct LocalCluster {
    spec: ClusterSpec,
    servers: BTreeMap<TaskName, Server>,
}

impl LocalCluster {
    /// All three tasks.
    pub fn start() -> LocalCluster {
        LocalCluster::without(&[])
    }

    /// All but these, which are in the specification but do not run.
    pub fn without(absent: &[(&str, u32)]) -> LocalCluster {
        // A port that was free when it was chosen may be taken by the time it is needed.
        for _ in 0..5 {
            let [ps, first, second] = free_addresses();
            let spec =
                ClusterSpec::new().with_job("ps", &[ps]).and_then(|spec| spec.with_job("worker", &[first, second]));
            let mut cluster = LocalCluster { spec: spec.expect("good addresses"), servers: BTreeMap::new() };
            let tasks: Vec<TaskName> = cluster.spec.tasks().map(|(task, _)| task).collect();
            let runs = |task: &&TaskName| !absent.iter().any(|(job, index)| task.job == *job && task.index == *index);
            if tasks.iter().filter(runs).all(|task| cluster.try_start(task).is_ok()) {
                return cluster;
            }
        }
        panic!("no free ports");
    }

    fn try_start(&mut self, task: &TaskName) -> Result<()> {
        let config = ServerConfig { compute_threads: Some(2), ..ServerConfig::new(self.spec.clone(), task.clone()) };
        self.servers.insert(task.clone(), Server::start(config)?);
        Ok(())
    }

    pub fn address(&self, job: &str, index: u32) -> &str {
        self.spec.address(&TaskName::new(job, index)).expect("a task of the cluster")
    }

    pub fn target(&self, job: &str, index: u32) -> String {
        format!("grpc://{}", self.address(job, index))
    }

    /// Ends a task; blocks until nothing of it runs any more.
    pub fn stop(&mut self, job: &str, index: u32) {
        self.servers.remove(&TaskName::new(job, index)).expect("a running task").stop();
    }

    /// Starts a task that does not run, on the port it always has.
    pub fn restart(&mut self, job: &str, index: u32) {
        self.try_start(&TaskName::new(job, index)).expect("its port is free again");
    }

    /// A session on a worker's master.
    pub async fn session(&self, worker: u32, graph: &GraphDef) -> Result<Session> {
        soon(Session::create(&self.target("worker", worker), graph, SessionConfig::default())).await
    }

    /// A step over all three tasks works, whatever came before.
    pub async fn check_good_step(&self) {
        let result = async {
            let mut g = GraphBuilder::new();
            let a = placeholder(&mut g, "a", DType::Float)?;
            let b = g.node("AddV2", "b").device(PS).input(&a).input(&a).finish()?;
            let good = g.node("AddV2", "good").device(WORKER_1).input(&b).input(&a).finish()?;
            let session = self.session(0, &g.build()?).await?;
            let fetched = soon(session.run(&[("a", Tensor::scalar(2.0f32))], &[&good.name()], &[])).await?;
            soon(session.close()).await?;
            fetched[0].single::<f32>()
        };
        assert_eq!(result.await.expect("a good step works"), 6.0);
    }
}

/// Three different ports that are free now.
fn free_addresses() -> [String; 3] {
    let held = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a port on loopback"));
    held.map(|listener| listener.local_addr().expect("a bound address").to_string())
}

/// A call with messages of the protocol, past the client.
pub async fn call<Q: prost::Message, A: prost::Message + Default>(
    channel: &Channel,
    path: &'static str,
    request: &Q,
) -> Result<A> {
    let options = CallOptions { wait_for_ready: true, ..CallOptions::default() };
    let body = soon(channel.call(path, Message::from(request.encode_to_vec()), options)).await?;
    let bytes = soon(body.collect()).await?;
    A::decode(bytes).map_err(|error| internal(format!("{path}: {error}")))
}

/// Asserts that something failed, with this code and these words.
pub fn check_failure<T>(result: Result<T>, codes: &[Code], words: &[&str]) {
    let Err(status) = result else { panic!("it did not fail with {codes:?} {words:?}") };
    assert!(codes.contains(&status.code), "expected {codes:?}, got {status}");
    for word in words {
        assert!(status.message.contains(word), "expected '{word}' in {status}");
    }
}

pub fn placeholder(g: &mut GraphBuilder, name: &str, dtype: DType) -> Result<Outlet> {
    g.node("Placeholder", name).attr("dtype", dtype).attr("shape", PartialShape::unknown()).finish()
}

/// A variable on a device, in a container, and what sets it to ones.
pub fn variable(g: &mut GraphBuilder, name: &str, device: &str, container: &str) -> Result<(Outlet, Outlet)> {
    let shape = Shape::new(&[2, 2])?;
    g.with_device(device, |g| {
        let node = g.node("VariableV2", name).attr("dtype", DType::Float).attr("shape", shape.clone());
        let variable = node.attr("container", container).finish()?;
        let ones = g.constant(&format!("{name}/ones"), Tensor::new(shape.clone(), vec![1.0f32; 4])?)?;
        let init = g.node("Assign", &format!("{name}/init")).input(&variable).input(&ones).finish()?;
        Ok((variable, init))
    })
}

/// A loop that counts up to `limit`, and for ever with a step of zero; the counting is done on `body`.
pub fn counting_loop(
    g: &mut GraphBuilder,
    name: &str,
    device: &str,
    body: &str,
    step: i32,
    limit: i32,
) -> Result<Outlet> {
    g.with_device(device, |g| {
        g.with_scope(name, |g| {
            let enter = |g: &mut GraphBuilder, value: i32, is_constant: bool| {
                let value = g.constant("value", Tensor::scalar(value))?;
                let node = g.node("Enter", "enter").input(&value).attr("frame_name", name);
                node.attr("is_constant", is_constant).finish()
            };
            let (first, step, limit) = (enter(g, 0, false)?, enter(g, step, true)?, enter(g, limit, true)?);
            let i = g.node("Merge", "i").input(&first).input_later(&format!("{name}/next")).finish()?;
            let less = g.node("Less", "less").input(&i).input(&limit).finish()?;
            let cond = g.node("LoopCond", "cond").input(&less).finish()?;
            let switch = g.node("Switch", "switch").input(&i).input(&cond).finish()?;
            let more = g.node("AddV2", "more").device(body).input(&switch.output(1)).input(&step).finish()?;
            g.node("NextIteration", "next").input(&more).finish()?;
            g.node("Exit", "exit").input(&switch).finish()
        })
    })
}

/// A loop that never ends.
pub fn endless_loop(g: &mut GraphBuilder, name: &str, device: &str, body: &str) -> Result<Outlet> {
    counting_loop(g, name, device, body, 0, 1)
}
