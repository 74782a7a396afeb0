//! A task of a cluster: its worker and its master behind one port.
//!
//! The life of a server:
//! 1. `start` takes the port, starts the compute threads and the threads that talk to the network, and returns when the
//!    port is open. Other tasks need not be there: they are called when they are needed.
//! 2. `join` waits until somebody stops it.
//! 3. `stop` ends the sessions (running steps end with `UNAVAILABLE`), gives the answers a moment to leave, closes the port and
//!    all connections, and returns when nothing of the server runs any more. Dropping the server stops it too.
//!
//! A server has its own threads and no globals, so that one process can hold a whole cluster.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, ToSocketAddrs},
    path::PathBuf,
    sync::{Arc, Condvar, Mutex, PoisonError, mpsc},
    thread::JoinHandle,
    time::Duration,
};

use regatta_runtime::{FileAccess, Pool};
use regatta_status::{Result, internal, invalid_argument, unavailable, unimplemented};
use tokio::{net::TcpListener, sync::oneshot};

use crate::{
    grpc::{self, Call, Message, Reply},
    in_process::LocalMaster,
    lane::{self, LaneServer},
    master::{self, Master},
    peers::Peers,
    spec::{ClusterSpec, TaskName},
    worker::{self, Worker},
};

/// How long answers may take to leave when a server stops.
const STOP_GRACE: Duration = Duration::from_millis(500);

/// What a server is told at its start.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// The whole cluster.
    pub cluster: ClusterSpec,
    /// Which of its tasks this is.
    pub task: TaskName,
    /// How many compute threads; `None` means one for each core, at least two.
    pub compute_threads: Option<usize>,
    /// The directories below which ops may read and write files by name; none by default. Where there are some, checkpoints
    /// are confined to them too.
    pub file_roots: Vec<PathBuf>,
}

impl ServerConfig {
    /// The given task of a cluster, with defaults for the rest.
    pub fn new(cluster: ClusterSpec, task: TaskName) -> ServerConfig {
        ServerConfig { cluster, task, compute_threads: None, file_roots: Vec::new() }
    }
}

/// A running task.
pub struct Server {
    task: TaskName,
    address: String,
    stop: Mutex<Option<oneshot::Sender<()>>>,
    thread: Mutex<Option<JoinHandle<()>>>,
    ended: Arc<Ended>,
}

/// Told when nothing of the server runs any more.
#[derive(Default)]
struct Ended {
    flag: Mutex<bool>,
    wake: Condvar,
}

impl Server {
    /// Starts a task, on the port that the cluster gives it. Blocks until the port is open (about a millisecond).
    ///
    /// ```
    /// use regatta_cluster::{ClusterSpec, Server, ServerConfig, TaskName};
    ///
    /// let cluster = ClusterSpec::new().with_job("worker", &["127.0.0.1:0"])?;
    /// let server = Server::start(ServerConfig::new(cluster, TaskName::new("worker", 0)))?;
    /// assert!(server.target().starts_with("grpc://127.0.0.1:"));
    /// server.stop();
    /// # Ok::<(), regatta_status::Status>(())
    /// ```
    pub fn start(config: ServerConfig) -> Result<Server> {
        let address = config.cluster.require(&config.task)?.to_owned();
        let task = config.task.clone();
        let (stop, stopped) = oneshot::channel();
        let (ready, started) = mpsc::channel();
        let ended = Arc::new(Ended::default());
        let their_ended = Arc::clone(&ended);
        let thread = std::thread::Builder::new()
            .name(format!("server {}", task.job))
            .spawn(move || {
                serve(config, &ready, stopped);
                *their_ended.flag.lock().unwrap_or_else(PoisonError::into_inner) = true;
                their_ended.wake.notify_all();
            })
            .map_err(|e| internal(format!("cannot start a thread for {task}: {e}")))?;
        let port = started.recv().map_err(|_| internal(format!("{task} ended while it was starting")))??;
        let host = address.rsplit_once(':').map_or(address.as_str(), |(host, _)| host);
        let address = format!("{host}:{port}");
        tracing::info!("{task} listens on {address}");
        Ok(Server { task, address, stop: Mutex::new(Some(stop)), thread: Mutex::new(Some(thread)), ended })
    }

    /// Where clients open sessions: `grpc://host:port`.
    pub fn target(&self) -> String {
        format!("grpc://{}", self.address)
    }

    /// Which task it is.
    pub fn task(&self) -> &TaskName {
        &self.task
    }

    /// Blocks until the server has been stopped.
    pub fn join(&self) {
        let ended = self.ended.flag.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.ended.wake.wait_while(ended, |ended| !*ended).unwrap_or_else(PoisonError::into_inner));
    }

    /// Ends the server's sessions and closes its port; returns when nothing of it runs any more. May be called from any thread,
    /// and more than once.
    pub fn stop(&self) {
        if let Some(stop) = self.stop.lock().unwrap_or_else(PoisonError::into_inner).take() {
            // Nobody listens if the server has ended by itself.
            let _ = stop.send(());
        }
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        match thread {
            Some(thread) => drop(thread.join()),
            None => self.join(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The server's main thread: everything of it lives in here.
fn serve(config: ServerConfig, ready: &mpsc::Sender<Result<u16>>, stopped: oneshot::Receiver<()>) {
    let runtime = match tokio::runtime::Builder::new_multi_thread().thread_name("network").enable_all().build() {
        Ok(runtime) => runtime,
        Err(e) => return drop(ready.send(Err(internal(format!("cannot start network threads: {e}"))))),
    };
    runtime.block_on(async {
        match open(&config).await {
            Err(status) => drop(ready.send(Err(status))),
            Ok((servers, task, port)) => {
                drop(ready.send(Ok(port)));
                // An error here means that the `Server` was dropped, which means the same.
                let _ = stopped.await;
                tracing::info!("{} stops", config.task);
                // Clients take this code for a task that comes back, and `CANCELLED` for the end of their work.
                let cause = unavailable(format!("{} was stopped", config.task));
                task.master.close_all(&cause).await;
                task.worker.stop(&cause);
                futures_util::future::join_all(servers.into_iter().map(|server| server.stop(STOP_GRACE))).await;
            }
        }
    });
    runtime.shutdown_timeout(STOP_GRACE);
}

/// Takes the port and begins to answer.
async fn open(config: &ServerConfig) -> Result<(Vec<grpc::Server>, Arc<Task>, u16)> {
    let address = config.cluster.require(&config.task)?;
    let listeners =
        bind(address).await.map_err(|e| unavailable(format!("cannot listen on {address} for {}: {e}", config.task)))?;
    let listens_at = listeners
        .first()
        .and_then(|listener| listener.local_addr().ok())
        .ok_or_else(|| invalid_argument(format!("{address} is no address of this machine")))?;
    let port = listens_at.port();
    let pool = match config.compute_threads {
        Some(threads) => Pool::new(threads),
        None => Pool::for_this_machine(),
    };
    let pool = pool.map_err(|e| internal(format!("cannot start compute threads: {e}")))?;
    let files = FileAccess::below(&config.file_roots)?;
    let peers = Arc::new(Peers::new(&config.cluster, tokio::runtime::Handle::current()));
    let worker = Arc::new(Worker::new(config.task.clone(), Arc::clone(&peers), pool, files));
    let master = Arc::new(Master::new(Arc::clone(&worker), peers));
    let lanes = LaneServer::start(Arc::clone(&worker)).inspect_err(|e| {
        tracing::warn!("{}: tasks on this machine fetch tensors as others do: {e}", config.task);
    });
    let host = address.rsplit_once(':').map_or(address, |(host, _)| host);
    let local_master = LocalMaster::announce(format!("{host}:{port}"), listens_at, Arc::clone(&master));
    let task = Arc::new(Task { worker, master, lanes: lanes.ok(), _local_master: local_master });
    let mut servers = Vec::with_capacity(listeners.len());
    for listener in listeners {
        let service = Arc::clone(&task) as Arc<dyn grpc::Service>;
        let server = grpc::Server::serve(listener, service);
        servers.push(server.map_err(|e| unavailable(format!("cannot serve on {address}: {e}")))?);
    }
    Ok((servers, task, port))
}

/// Listens where others will look for `address`. A loopback address is only for this machine; any other name may belong to
/// a proxy or a service in front of the machine, so the port is opened on all interfaces, as TensorFlow does.
async fn bind(address: &str) -> std::io::Result<Vec<TcpListener>> {
    let (host, port) = address.rsplit_once(':').unwrap_or((address, "0"));
    let mut port: u16 = port.parse().map_err(|_| std::io::Error::other("bad port"))?;
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let resolved: Vec<IpAddr> =
        (host, port).to_socket_addrs().map(|found| found.map(|address| address.ip()).collect()).unwrap_or_default();
    let is_loopback = !resolved.is_empty() && resolved.iter().all(IpAddr::is_loopback);
    if is_loopback {
        let mut listeners = Vec::new();
        for ip in resolved {
            match TcpListener::bind(SocketAddr::new(ip, port)).await {
                Ok(listener) => {
                    // The second loopback address gets the port that the first one was given.
                    port = listener.local_addr()?.port();
                    listeners.push(listener);
                }
                Err(e) if e.kind() == std::io::ErrorKind::AddrNotAvailable && !listeners.is_empty() => {}
                Err(e) => return Err(e),
            }
        }
        return Ok(listeners);
    }
    // One socket for both families; a machine without the sixth version has only the fourth.
    match TcpListener::bind(SocketAddr::new(Ipv6Addr::UNSPECIFIED.into(), port)).await {
        Ok(listener) => Ok(vec![listener]),
        Err(e) if e.kind() == std::io::ErrorKind::AddrInUse => Err(e),
        Err(_) => Ok(vec![TcpListener::bind(SocketAddr::new(Ipv4Addr::UNSPECIFIED.into(), port)).await?]),
    }
}

/// What answers calls: the two services of a task.
struct Task {
    worker: Arc<Worker>,
    master: Arc<Master>,
    lanes: Option<LaneServer>,
    _local_master: Arc<LocalMaster>,
}

impl grpc::Service for Task {
    fn call(self: Arc<Self>, call: Call) -> Reply {
        Box::pin(async move {
            let path = call.path.clone();
            if path == lane::METHOD
                && let Some(lanes) = &self.lanes
            {
                return Ok(Message::from(lanes.name().to_vec()));
            }
            match path.strip_prefix("/tensorflow.").and_then(|rest| rest.split_once('/')) {
                Some(("WorkerService", method)) => worker::service::serve(&self.worker, method, call).await,
                Some(("MasterService", method)) => master::service::serve(&self.master, method, call).await,
                _ => Err(unimplemented(format!("unknown method {path}"))),
            }
        })
    }
}
