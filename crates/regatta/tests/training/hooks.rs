//! What hooks do around steps.

use regatta::{
    Code, DType, Graph, LocalCluster, MonitoredSession, MonitoredTrainingSession, Tensor,
    hooks::{
        Every, FeedFnHook, FinalOpsHook, LoggingTensorHook, NanTensorHook, ProfilerHook, StepCounterHook,
        StopAtStepHook,
    },
    summary,
};

use crate::{Halving, Scratch, halving};

/// A model of one task, and a session with hooks on it; the cluster lives as long as the session.
fn session(
    hooks: impl FnOnce(&Halving, MonitoredTrainingSession) -> MonitoredTrainingSession,
) -> (LocalCluster, MonitoredSession, Halving) {
    let cluster = LocalCluster::start(&[("local", 1)]).unwrap();
    let mut g = Graph::new();
    let model = halving(&mut g).unwrap();
    let session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap());
    let session = hooks(&model, session).start(g).unwrap();
    (cluster, session, model)
}

fn train(session: &mut MonitoredSession, model: &Halving) -> usize {
    let mut steps = 0;
    while !session.should_stop() {
        session.step().op(&model.train).run().unwrap();
        steps += 1;
        assert!(steps < 100, "nobody stops it");
    }
    steps
}

#[test]
fn stops_after_so_many_more() {
    let (_cluster, mut session, model) = session(|_, session| session.hook(StopAtStepHook::after(4)));
    assert_eq!(train(&mut session, &model), 4);
}

#[test]
fn a_loss_that_is_no_number_is_an_error_or_the_end() {
    let diverging = |fails: bool| {
        let cluster = LocalCluster::start(&[("local", 1)]).unwrap();
        let mut g = Graph::new();
        let x = g.placeholder("x", DType::Float, &[]).unwrap();
        let loss = g.log(&x).unwrap();
        let guard = NanTensorHook::new(&loss);
        let guard = if fails { guard } else { guard.stop_only() };
        let session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap()).hook(guard);
        let mut session = session.start(g).unwrap();
        session.step().feed(&x, Tensor::scalar(1f32)).fetch(&loss).run().unwrap();
        assert!(!session.should_stop());
        let found = session.step().feed(&x, Tensor::scalar(-1f32)).fetch(&loss).run();
        (found.map(drop).map_err(|status| status.message), session.should_stop())
    };
    assert!(diverging(true).0.unwrap_err().contains("diverged"));
    assert_eq!(diverging(false), (Ok(()), true));
}

#[test]
fn feeds_and_final_values() {
    let cluster = LocalCluster::start(&[("local", 1)]).unwrap();
    let mut g = Graph::new();
    let x = g.placeholder("x", DType::Float, &[]).unwrap();
    let twice = g.scale(&x, 2.0).unwrap();
    let (final_ops, values) = FinalOpsHook::new(vec![twice.clone()], vec![(x.clone(), Tensor::scalar(21f32))]);
    let (mut next, fed) = (0f32, x.clone());
    let feed = FeedFnHook::new(move || {
        next += 1.0;
        Ok(vec![(fed.clone(), Tensor::scalar(next))])
    });
    let session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap()).hook(feed).hook(final_ops);
    let mut session = session.start(g).unwrap();
    for expected in [2f32, 4.0, 6.0] {
        assert_eq!(session.step().fetch(&twice).run().unwrap()[0].single::<f32>().unwrap(), expected);
    }
    assert!(values.take().is_none());
    session.close().unwrap();
    assert_eq!(values.take().unwrap()[0].single::<f32>().unwrap(), 42.0);
}

#[test]
fn traces_and_rates_are_written() {
    let scratch = Scratch::new();
    let (_cluster, mut session, model) = session(|model, session| {
        session
            .hook(ProfilerHook::new(scratch.path(), Every::Steps(2)))
            .hook(StepCounterHook::new(Every::Steps(2), None))
            .hook(LoggingTensorHook::new(&[("loss", &model.loss)], Every::Steps(2)))
            .hook(StopAtStepHook::at(5))
    });
    train(&mut session, &model);
    session.close().unwrap();
    let files = scratch.files();
    assert!(files.len() >= 2 && files.iter().all(|name| name.starts_with("timeline-")), "{files:?}");
    let trace = std::fs::read_to_string(scratch.path().join(&files[0])).unwrap();
    let trace: serde_json::Value = serde_json::from_str(&trace).unwrap();
    assert!(trace["traceEvents"].as_array().is_some_and(|events| !events.is_empty()));
}

#[test]
fn summaries_of_the_graph_are_written() {
    let (scratch, cluster) = (Scratch::new(), LocalCluster::start(&[("local", 1)]).unwrap());
    let mut g = Graph::new();
    let model = halving(&mut g).unwrap();
    summary::scalar(&mut g, "loss", &model.loss).unwrap();
    let session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap())
        .checkpoint_dir(scratch.path())
        .save_summaries(Some(Every::Steps(1)))
        .hook(StopAtStepHook::at(3));
    let mut session = session.start(g).unwrap();
    while !session.should_stop() {
        session.step().op(&model.train).run().unwrap();
    }
    session.close().unwrap();
    let scalars = regatta_formats::event_file::read_scalars(scratch.path()).unwrap();
    let losses: Vec<f64> = scalars["loss"].iter().map(|point| point.value).collect();
    assert_eq!(losses, [64.0, 16.0, 4.0]);
}

#[test]
fn summaries_need_no_checkpoints() {
    let (scratch, cluster) = (Scratch::new(), LocalCluster::start(&[("local", 1)]).unwrap());
    let mut g = Graph::new();
    let model = halving(&mut g).unwrap();
    summary::scalar(&mut g, "loss", &model.loss).unwrap();
    let session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap())
        .summary_dir(scratch.path())
        .hook(StopAtStepHook::at(2));
    let mut session = session.start(g).unwrap();
    train(&mut session, &model);
    session.close().unwrap();
    assert!(scratch.files().iter().all(|name| name.contains("tfevents")), "{:?}", scratch.files());
    assert!(regatta_formats::event_file::read_scalars(scratch.path()).unwrap().contains_key("loss"));
}

#[test]
fn the_end_of_the_data_is_the_end() {
    let cluster = LocalCluster::start(&[("local", 1)]).unwrap();
    let mut g = Graph::new();
    let queue = g.node("FIFOQueueV2", "numbers").attr("component_types", vec![DType::Int64]).finish().unwrap();
    let number = g.constant(Tensor::scalar(7i64)).unwrap();
    let counter = g.get_or_create_global_step().unwrap();
    let one = g.constant(Tensor::scalar(1i64)).unwrap();
    let count = counter.assign_add(&mut g, &one).unwrap();
    // Three numbers, and then none.
    let limit = g.constant(Tensor::scalar(3i64)).unwrap();
    let enqueue = g.control_dependencies(&[count], |g| {
        let now = counter.read(g).unwrap();
        let fine = g.node("LessEqual", "fine").inputs([&now, &limit]).finish().unwrap();
        let checked = g.node("Assert", "few").inputs([&fine, &now]).attr("T", vec![DType::Int64]).finish().unwrap();
        g.control_dependencies(&[checked], |g| g.node("QueueEnqueueV2", "enqueue").inputs([&queue, &number]).finish())
    });
    let runner = regatta::QueueRunner::new(&mut g, &queue, vec![enqueue.unwrap()]).unwrap();
    g.add_queue_runner(runner);
    let next = g.node("QueueDequeueV2", "next").input(&queue).attr("component_types", vec![DType::Int64]);
    let next = next.finish().unwrap();
    let mut session = MonitoredTrainingSession::on(&cluster.target("local", 0).unwrap()).start(g).unwrap();
    let mut seen = 0;
    let error = loop {
        match session.step().fetch(&next).run() {
            Ok(found) => {
                assert_eq!(found[0].single::<i64>().unwrap(), 7);
                seen += 1;
            }
            Err(status) => break status,
        }
    };
    // The runner failed at the fourth number, and closed the queue behind it.
    assert!(seen <= 3 && matches!(error.code, Code::OutOfRange | Code::Cancelled), "{seen}, {error}");
    assert!(session.should_stop());
}
