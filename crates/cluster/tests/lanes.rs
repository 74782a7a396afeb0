//! Large tensors between tasks of one machine, step after step: the first come by gRPC, the others by lanes.

mod local_cluster;

use local_cluster::*;
use regatta_graph::{GraphBuilder, GraphDef};
use regatta_status::{Code, Result};
use regatta_tensor::{DType, Tensor};

/// A vector that goes from the first worker to the ps, from there to the second worker, and back.
fn round_trip() -> Result<GraphDef> {
    let mut g = GraphBuilder::new();
    let a = placeholder(&mut g, "a", DType::Float)?;
    let first = g.node("Identity", "first").device(WORKER_0).input(&a).finish()?;
    let b = g.node("AddV2", "b").device(PS).input(&first).input(&first).finish()?;
    let c = g.node("AddV2", "c").device(WORKER_1).input(&b).input(&first).finish()?;
    g.node("AddV2", "d").device(WORKER_0).input(&c).input(&b).finish()?;
    g.build()
}

/// `3a + 2a`.
async fn check_round_trip(session: &regatta_cluster::Session, seed: usize, elements: usize) -> Result<()> {
    let a: Vec<f32> = (0..elements).map(|i| ((i + seed) % 1000) as f32).collect();
    let expected: Vec<f32> = a.iter().map(|a| 5.0 * a).collect();
    let fetched = soon(session.run(&[("a", Tensor::vector(a))], &["d"], &[])).await?;
    assert!(fetched[0].values::<f32>()? == expected, "step {seed} of {elements} elements gives other values");
    Ok(())
}

#[test]
fn steps_agree_before_and_after_lanes_open() {
    run(async {
        let cluster = LocalCluster::start();
        let session = cluster.session(0, &round_trip()?).await?;
        for seed in 0..60 {
            check_round_trip(&session, seed, [1, 1000, 4096, 300_000][seed % 4]).await?;
        }
        soon(session.close()).await
    });
}

#[test]
fn steps_at_once_share_a_lane() {
    run(async {
        let cluster = LocalCluster::start();
        let session = cluster.session(0, &round_trip()?).await?;
        for round in 0..5 {
            let steps = (0..12).map(|i| check_round_trip(&session, round * 12 + i, 100_000 + i * 1000));
            for result in futures_util::future::join_all(steps).await {
                result?;
            }
        }
        soon(session.close()).await
    });
}

#[test]
fn a_restarted_task_gets_a_new_lane() {
    run(async {
        let mut cluster = LocalCluster::start();
        let session = cluster.session(0, &round_trip()?).await?;
        for seed in 0..5 {
            check_round_trip(&session, seed, 100_000).await?;
        }
        tokio::task::block_in_place(|| cluster.stop("ps", 0));
        let lost = check_round_trip(&session, 5, 100_000).await;
        check_failure(lost, &[Code::Unavailable, Code::Aborted], &[]);
        tokio::task::block_in_place(|| cluster.restart("ps", 0));
        let session = cluster.session(0, &round_trip()?).await?;
        for seed in 0..20 {
            check_round_trip(&session, seed, 100_000).await?;
        }
        Ok(())
    });
}

#[test]
fn a_step_that_is_cancelled_leaves_the_lane_to_others() {
    run(async {
        let cluster = LocalCluster::start();
        let mut g = GraphBuilder::new();
        let endless = endless_loop(&mut g, "endless", WORKER_1, WORKER_1)?;
        g.node("Identity", "waits").device(PS).input(&endless).finish()?;
        let session = cluster.session(0, &round_trip()?).await?;
        let stuck = cluster.session(0, &g.build()?).await?;
        for seed in 0..10 {
            let timeout = Some(std::time::Duration::from_millis(50));
            let options = regatta_cluster::RunOptions { timeout, ..Default::default() };
            let ended = soon(stuck.run_with(&[], &["waits"], &[], &options)).await;
            check_failure(ended, &[Code::DeadlineExceeded], &[]);
            check_round_trip(&session, seed, 100_000).await?;
        }
        Ok(())
    });
}
