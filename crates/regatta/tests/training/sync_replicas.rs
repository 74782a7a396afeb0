//! Gradients of several workers in one step.

use std::thread;

use regatta::{
    Code, DType, Graph, Initializer, LocalCluster, MonitoredTrainingSession, Optimizer, ReplicaDeviceSetter,
    SessionConfig, SyncReplicas, Tensor, hooks::StopAtStepHook,
};

/// Two workers whose gradients are 1 and 3: a step subtracts their mean, whoever comes first. All end when the chief does.
#[test]
fn a_step_is_the_mean_of_all_gradients() {
    let cluster = LocalCluster::start(&[("ps", 1), ("worker", 2)]).unwrap();
    let work = |index: usize| {
        let mut g = Graph::new();
        let setter = ReplicaDeviceSetter::new(1).worker_device(&format!("/job:worker/task:{index}"));
        let (x, value, train, hook) = g.replica(setter, |g| {
            let x = g.placeholder("x", DType::Float, &[]).unwrap();
            let w = g.variable("w", &[], Initializer::zeros()).unwrap();
            let value = w.read(g).unwrap();
            let loss = g.mul(&value, &x).unwrap();
            let step = g.get_or_create_global_step().unwrap();
            let mut optimizer = SyncReplicas::new(Optimizer::gradient_descent(1.0), 2, 2);
            let train = optimizer.minimize(g, &loss, &step).unwrap();
            (x, value, train, optimizer.hook(index == 0))
        });
        let device_filters = vec!["/job:ps".to_owned(), format!("/job:worker/task:{index}")];
        let mut session = MonitoredTrainingSession::on(&cluster.target("worker", index).unwrap())
            .is_chief(index == 0)
            .config(SessionConfig { device_filters, ..SessionConfig::default() })
            .hook(hook)
            .hook(StopAtStepHook::at(20))
            .start(g)
            .unwrap();
        let gradient = Tensor::scalar(if index == 0 { 1f32 } else { 3.0 });
        while !session.should_stop() {
            match session.step().feed(&x, gradient.clone()).op(&train).run() {
                Ok(_) => {}
                Err(status) if status.code == Code::OutOfRange => break,
                Err(status) => panic!("{status}"),
            }
        }
        let (step, found) = (session.global_step().unwrap(), session.step().fetch(&value).run().unwrap());
        session.close().unwrap();
        (step, found[0].single::<f32>().unwrap())
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| work(1));
        let (step, value) = work(0);
        // Two gradients of one worker may come together, as with TensorFlow: then the mean is 1 or 3.
        assert!((20..=22).contains(&step), "{step}");
        assert!(value <= -(step as f32) && value >= -3.0 * step as f32, "{value} after {step} steps");
        let (step, _) = other.join().unwrap();
        assert!(step >= 20, "{step}");
    });
}
