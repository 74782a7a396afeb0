//! The programs of seeds 000 and 001.

use std::time::{Duration, Instant};

use regatta::{Graph, LocalCluster, Supervisor, summary};
use regatta_formats::event_file::read_scalars;

use crate::{Scratch, halving};

#[test]
fn a_supervisor_initialises_trains_saves_and_restores() {
    let scratch = Scratch::new();
    let train = |steps: usize| {
        let cluster = LocalCluster::start(&[("ps", 1), ("worker", 1)]).unwrap();
        let mut g = Graph::new();
        let model = g.device("/job:ps/task:0", halving).unwrap();
        let supervisor = Supervisor::new(true).logdir(scratch.path()).save_model_secs(600).build(&mut g).unwrap();
        let target = cluster.target("worker", 0).unwrap();
        let session = supervisor.prepare_or_wait_for_session(&target, &mut g).unwrap();
        for _ in 0..steps {
            assert!(!supervisor.should_stop());
            session.step_as_sent().op(&model.train).run().unwrap();
        }
        let value = session.step_as_sent().fetch(&model.value).run().unwrap()[0].single::<f32>().unwrap();
        supervisor.stop(&session).unwrap();
        value
    };
    assert_eq!(train(2), 2.0);
    assert!(scratch.files().contains(&"model.ckpt-2.index".to_owned()), "{:?}", scratch.files());
    assert_eq!(train(1), 1.0);
}

#[test]
fn a_supervisor_writes_the_summary_that_it_is_given() {
    let (scratch, cluster) = (Scratch::new(), LocalCluster::start(&[("local", 1)]).unwrap());
    let mut g = Graph::new();
    let model = halving(&mut g).unwrap();
    let wanted = summary::scalar(&mut g, "loss", &model.loss).unwrap();
    summary::scalar(&mut g, "value", &model.value).unwrap();
    let supervisor = Supervisor::new(true).logdir(scratch.path()).summary_op(&wanted).save_summaries_secs(1);
    let supervisor = supervisor.build(&mut g).unwrap();
    let session = supervisor.prepare_or_wait_for_session(&cluster.target("local", 0).unwrap(), &mut g).unwrap();
    let begun = Instant::now();
    let scalars = loop {
        session.step_as_sent().op(&model.train).run().unwrap();
        let scalars = read_scalars(scratch.path()).unwrap();
        if scalars.contains_key("loss") {
            break scalars;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(scalars.keys().collect::<Vec<_>>(), ["loss"]);
    supervisor.stop(&session).unwrap();
}
