//! Random histories of workers that join, push, apply, repeat themselves, die, come back and leave, with every arbitrated policy.

mod simulation;

use proptest::prelude::*;
use regatta_replication::Receipt;
use simulation::{Event, Simulation, event};

const WORKERS: usize = 4;

/// Runs a history, brings it to a quiet end, and hands over what happened.
fn run(policy: &str, events: &[Event]) -> Simulation {
    let mut simulation = Simulation::new(policy, WORKERS);
    events.iter().for_each(|event| simulation.happen(*event));
    simulation.come_to_rest();
    simulation
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_nothing_is_applied_twice_and_everybody_is_answered(
        policy in prop::sample::select(vec!["sync", "backup:1", "backup:3", "ssp:0", "ssp:2", "async-drop:0", "async-drop:3", "hybrid:2", "local:4", "local:auto"]),
        events in prop::collection::vec(event(WORKERS), 0..300),
    ) {
        // The simulation checks each answer as it comes: that it was waited for, and that no key is applied twice.
        let simulation = run(policy, &events);
        prop_assert!(simulation.unanswered().is_empty(), "{policy}: {:?} wait for ever", simulation.unanswered());
        let versions: Vec<i64> = simulation.batches.iter().map(|batch| batch.version).collect();
        prop_assert!(versions.is_sorted(), "versions only rise: {versions:?}");
    }

    #[test]
    fn a_strict_step_takes_one_gradient_of_every_live_worker(events in prop::collection::vec(event(WORKERS), 0..300)) {
        for batch in run("sync", &events).batches {
            prop_assert_eq!(&batch.workers, &batch.live);
            prop_assert!(batch.computed_with.iter().all(|version| *version == batch.version - 1), "{batch:?}");
        }
    }

    #[test]
    fn backup_workers_are_not_waited_for(events in prop::collection::vec(event(WORKERS), 0..300)) {
        for batch in run("backup:1", &events).batches {
            prop_assert_eq!(batch.workers.len(), (WORKERS - 1).min(batch.live.len()));
            prop_assert!(batch.computed_with.iter().all(|version| *version == batch.version - 1), "{batch:?}");
        }
    }

    #[test]
    fn nothing_too_stale_is_applied(limit in 0i64..5, events in prop::collection::vec(event(WORKERS), 0..300)) {
        let simulation = run(&format!("async-drop:{limit}"), &events);
        for batch in &simulation.batches {
            let age = batch.version - 1 - batch.computed_with[0];
            prop_assert!(age <= limit, "{batch:?}");
        }
        for (version, receipt) in &simulation.receipts {
            if let Receipt::Stale { by, .. } = receipt {
                prop_assert!(*by > limit && *version >= 0);
            }
        }
    }

    #[test]
    fn nobody_gets_too_far_ahead(limit in 0i64..4, events in prop::collection::vec(event(WORKERS), 0..300)) {
        // Looked at whenever somebody begins a step.
        let simulation = run(&format!("ssp:{limit}"), &events);
        prop_assert!(simulation.largest_lead <= limit, "{} steps ahead", simulation.largest_lead);
    }

    #[test]
    fn groups_do_not_mix(events in prop::collection::vec(event(WORKERS), 0..300)) {
        for batch in run("hybrid:2", &events).batches {
            let group = |worker: &usize| *worker * 2 / WORKERS;
            let expected: Vec<usize> =
                batch.live.iter().copied().filter(|worker| group(worker) == group(&batch.workers[0])).collect();
            prop_assert_eq!(&batch.workers, &expected);
        }
    }

    #[test]
    fn strict_steps_do_not_depend_on_who_comes_first(order in prop::collection::vec(0..WORKERS, 0..200)) {
        // Without deaths: whoever's turn it is does what it can do next.
        let mut simulation = Simulation::new("sync", WORKERS);
        for worker in (0..WORKERS).chain(order) {
            simulation.happen(Event::Turn(worker));
        }
        for (step, batch) in simulation.batches.iter().enumerate() {
            prop_assert_eq!(&batch.workers, &(0..WORKERS).collect::<Vec<_>>());
            prop_assert!(batch.steps.iter().all(|one| *one == step as i64), "{batch:?}");
        }
    }
}
