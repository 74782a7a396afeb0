//! Who initialises, who waits, who restores, and what happens when tasks go away.

use std::{sync::mpsc::channel, thread, time::Duration};

use regatta::{
    ClusterSpec, Code, Coordinator, Graph, LocalCluster, MonitoredTrainingSession, Server, ServerConfig, SessionConfig,
    TaskName,
    hooks::{Every, StopAtStepHook},
};
use regatta_testkit::free_addresses;

use crate::{Scratch, halving};

#[test]
fn a_chief_trains_to_the_step_and_leaves_a_checkpoint() {
    let (scratch, cluster) = (Scratch::new(), LocalCluster::start(&[("ps", 1), ("worker", 1)]).unwrap());
    let mut g = Graph::new();
    let model = g.device("/job:ps/task:0", halving).unwrap();
    let mut session = MonitoredTrainingSession::on(&cluster.target("worker", 0).unwrap())
        .checkpoint_dir(scratch.path())
        .hook(StopAtStepHook::at(3))
        .start(g)
        .unwrap();
    let mut steps = 0;
    while !session.should_stop() {
        session.step().op(&model.train).run().unwrap();
        steps += 1;
    }
    assert_eq!((steps, session.global_step().unwrap()), (3, 3));
    session.close().unwrap();
    let files = scratch.files();
    assert!(files.contains(&"checkpoint".to_owned()) && files.contains(&"model.ckpt-3.index".to_owned()), "{files:?}");
}

#[test]
fn a_run_is_gone_on_with() {
    let scratch = Scratch::new();
    let train = |until: i64| {
        // Each time on tasks that know nothing.
        let cluster = LocalCluster::start(&[("ps", 2), ("worker", 1)]).unwrap();
        let mut g = Graph::new();
        let model = g.device("/job:ps/task:1", halving).unwrap();
        let mut session = MonitoredTrainingSession::on(&cluster.target("worker", 0).unwrap())
            .checkpoint_dir(scratch.path())
            .hook(StopAtStepHook::at(until))
            .start(g)
            .unwrap();
        let mut steps = 0;
        while !session.should_stop() {
            session.step().op(&model.train).run().unwrap();
            steps += 1;
        }
        let last = session.step().fetch(&model.value).run().unwrap()[0].single::<f32>().unwrap();
        session.close().unwrap();
        (steps, last)
    };
    assert_eq!(train(2), (2, 2.0));
    assert_eq!(train(5), (3, 0.25));
}

#[test]
fn a_session_whose_master_has_ended_is_closed_all_the_same() {
    let cluster = LocalCluster::start(&[("local", 1)]).unwrap();
    let mut g = Graph::new();
    let model = halving(&mut g).unwrap();
    let mut session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap()).start(g).unwrap();
    session.step().op(&model.train).run().unwrap();
    drop(cluster);
    session.close().unwrap();
}

#[test]
fn others_wait_for_the_chief_and_then_begin() {
    let cluster = LocalCluster::start(&[("ps", 1), ("worker", 2)]).unwrap();
    let target = |worker| cluster.target("worker", worker).unwrap();
    let start = |is_chief: bool, target: String, patience: Duration| {
        let mut g = Graph::new();
        let model = g.device("/job:ps/task:0", halving).unwrap();
        let session = MonitoredTrainingSession::on(&target).is_chief(is_chief).patience(patience).start(g);
        session.map(|session| (session, model))
    };
    // Nobody initialises: the wait has an end, and says for whom it was.
    let error = start(false, target(1), Duration::from_secs(2)).map(|_| ()).unwrap_err();
    assert_eq!(error.code, Code::DeadlineExceeded);
    assert!(error.message.contains("chief") && error.message.contains("global_step"), "{error}");

    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let other = target(1);
        scope.spawn(move || {
            let (mut session, model) = start(false, other, Duration::from_secs(60)).unwrap();
            sender.send(session.step().fetch(&model.value).run().unwrap()[0].single::<f32>().unwrap()).unwrap();
            session.close().unwrap();
        });
        assert!(receiver.recv_timeout(Duration::from_millis(200)).is_err(), "it begins before the chief");
        let (chief, _) = start(true, target(0), Duration::from_secs(60)).unwrap();
        assert_eq!(receiver.recv_timeout(Duration::from_secs(60)).unwrap(), 8.0);
        chief.close().unwrap();
    });
}

#[test]
fn a_chief_that_comes_back_keeps_what_the_others_have_trained() {
    let (scratch, cluster) = (Scratch::new(), LocalCluster::start(&[("ps", 1), ("worker", 1)]).unwrap());
    let chief = || {
        let mut g = Graph::new();
        let model = g.device("/job:ps/task:0", halving).unwrap();
        let session = MonitoredTrainingSession::on(&cluster.target("worker", 0).unwrap())
            .checkpoint_dir(scratch.path())
            .save_checkpoint(Some(Every::Steps(1)));
        (session.start(g).unwrap(), model)
    };
    let (mut session, model) = chief();
    for _ in 0..4 {
        session.step().op(&model.train).run().unwrap();
    }
    // As if it were killed: nothing is saved at the end. What is being saved is not left half written.
    drop(session);
    assert!(scratch.files().iter().all(|name| !name.contains("temp")), "{:?}", scratch.files());
    let (mut session, model) = chief();
    assert_eq!(session.global_step().unwrap(), 4);
    assert_eq!(session.step().fetch(&model.value).run().unwrap()[0].single::<f32>().unwrap(), 0.5);
    session.close().unwrap();
}

#[test]
fn a_parameter_server_that_comes_back_is_restored() {
    let scratch = Scratch::new();
    let addresses = free_addresses(2);
    let spec = ClusterSpec::new().with_job("ps", &addresses[..1]).unwrap().with_job("worker", &addresses[1..]).unwrap();
    let serve = |job: &str| Server::start(ServerConfig::new(spec.clone(), TaskName::new(job, 0))).unwrap();
    let (ps, worker) = (serve("ps"), serve("worker"));
    let mut g = Graph::new();
    let model = g.device("/job:ps/task:0", halving).unwrap();
    let mut session = MonitoredTrainingSession::on(&worker.target())
        .checkpoint_dir(scratch.path())
        .save_checkpoint(Some(Every::Steps(2)))
        .config(SessionConfig::default())
        .start(g)
        .unwrap();
    for _ in 0..3 {
        session.step().op(&model.train).run().unwrap();
    }
    // The second save has begun by now; what the next session finds is one of the two.
    ps.stop();
    drop(ps);
    let _ps = serve("ps");
    session.step().op(&model.train).run().unwrap();
    let step = session.global_step().unwrap();
    assert!((1..=4).contains(&step), "{step}");
    let value = session.step().fetch(&model.value).run().unwrap()[0].single::<f32>().unwrap();
    assert_eq!(value, 8.0 / 2f32.powi(step as i32));
    session.close().unwrap();
}

#[test]
fn a_wait_for_lost_tasks_ends_when_somebody_asks_and_names_them_when_it_is_too_long() {
    let addresses = free_addresses(2);
    let spec = ClusterSpec::new().with_job("ps", &addresses[..1]).unwrap().with_job("worker", &addresses[1..]).unwrap();
    let serve = |job: &str| Server::start(ServerConfig::new(spec.clone(), TaskName::new(job, 0))).unwrap();
    let (ps, worker) = (serve("ps"), serve("worker"));
    let coordinator = Coordinator::new();
    let start = |patience: Duration| {
        let mut g = Graph::new();
        let model = g.device("/job:ps/task:0", halving).unwrap();
        let session = MonitoredTrainingSession::on(&worker.target()).patience(patience).stop_with(&coordinator);
        session.start(g).map(|session| (session, model))
    };
    let (mut session, model) = start(Duration::from_secs(600)).unwrap();
    session.step().op(&model.train).run().unwrap();
    ps.stop();

    let error = start(Duration::from_secs(1)).map(|_| ()).unwrap_err();
    assert_eq!(error.code, Code::DeadlineExceeded);
    assert!(error.message.contains("/job:ps/replica:0/task:0"), "{error}");

    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let session = &mut session;
        scope.spawn(move || sender.send(session.step().op(&model.train).run().map(drop)).unwrap());
        assert!(receiver.recv_timeout(Duration::from_millis(300)).is_err(), "a lost task is waited for");
        coordinator.request_stop();
        let error = receiver.recv_timeout(Duration::from_secs(60)).unwrap().unwrap_err();
        assert_eq!(error.code, Code::Cancelled, "{error}");
    });
    assert!(session.should_stop());
}
