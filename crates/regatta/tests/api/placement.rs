//! Where nodes go: what is said of devices, and what runs there.

use std::collections::BTreeMap;

use regatta::{
    Graph, GraphDef, GreedyLoadBalancingStrategy, Initializer, LocalCluster, Optimizer, ReplicaDeviceSetter, Result,
    Session, layers::Dense,
};

use crate::{assert_close, floats};

fn devices(def: &GraphDef) -> BTreeMap<&str, &str> {
    def.nodes.iter().map(|node| (node.name.as_str(), node.device.as_str())).collect()
}

#[test]
fn variables_are_spread_over_the_parameter_servers() -> Result<()> {
    let mut g = Graph::new();
    let setter = ReplicaDeviceSetter::new(2).worker_device("/job:worker/task:1");
    g.replica(setter, |g| -> Result<()> {
        for name in ["a", "b", "c"] {
            let variable = g.variable(name, &[1], Initializer::zeros())?;
            g.name_scope(&format!("use_{name}"), |g| {
                let value = variable.read(g)?;
                g.square(&value)
            })?;
        }
        Ok(())
    })?;
    let def = g.build()?;
    let devices = devices(&def);
    for (name, task) in [("a", 0), ("b", 1), ("c", 0)] {
        let ps = format!("/job:ps/task:{task}");
        // Its first value is made where it lies.
        for node in [name.to_owned(), format!("{name}/Initializer/Fill"), format!("{name}/Assign")] {
            assert_eq!(devices[node.as_str()], ps, "{node}");
        }
        assert_eq!(devices[format!("use_{name}/{name}/Read").as_str()], ps);
        assert_eq!(devices[format!("use_{name}/Square").as_str()], "/job:worker/task:1");
    }
    Ok(())
}

#[test]
fn loads_are_balanced() -> Result<()> {
    let mut g = Graph::new();
    let setter = ReplicaDeviceSetter::new(2).strategy(GreedyLoadBalancingStrategy::new(2));
    g.replica(setter, |g| -> Result<()> {
        for (name, size) in [("large", 100), ("small", 10), ("medium", 50), ("rest", 40)] {
            g.variable(name, &[size], Initializer::zeros())?;
        }
        Ok(())
    })?;
    let def = g.build()?;
    let devices = devices(&def);
    let task = |name: &str| devices[name].to_owned();
    assert_eq!(["large", "small", "medium", "rest"].map(task), [0, 1, 1, 1].map(|task| format!("/job:ps/task:{task}")));
    Ok(())
}

#[test]
fn slots_and_updates_lie_beside_their_variable() -> Result<()> {
    let mut g = Graph::new();
    g.replica(ReplicaDeviceSetter::new(2).worker_device("/job:worker/task:0"), |g| -> Result<()> {
        let x = g.placeholder("x", regatta::DType::Float, &[None, Some(2)])?;
        let y = Dense::new(2).build(g, &x)?;
        let loss = g.l2_loss(&y)?;
        let step = g.get_or_create_global_step()?;
        Optimizer::adam(0.1).minimize(g, &loss, Some(&step))?;
        Ok(())
    })?;
    let def = g.build()?;
    let devices = devices(&def);
    for (node, task) in [
        ("dense/kernel", 0),
        ("dense/kernel/Adam", 0),
        ("dense/kernel/Adam_1", 0),
        ("Adam/update_dense/kernel/ResourceApplyAdam", 0),
        ("dense/bias", 1),
        ("dense/bias/Adam", 1),
        ("Adam/update_dense/bias/ResourceApplyAdam", 1),
        // Beside the first variable by name, and the step where the next variable goes.
        ("beta1_power", 1),
        ("global_step", 0),
        ("Adam", 0),
    ] {
        assert_eq!(devices.get(node).copied(), Some(format!("/job:ps/task:{task}").as_str()), "{node}");
    }
    assert_eq!(devices["dense/MatMul"], "/job:worker/task:0");
    Ok(())
}

#[test]
fn a_replica_trains_on_a_cluster() -> Result<()> {
    let cluster = LocalCluster::start(&[("ps", 2), ("worker", 1)])?;
    let mut g = Graph::new();
    let setter = ReplicaDeviceSetter::new(2).worker_device("/job:worker/task:0");
    let (x, loss, train) = g.replica(setter, |g| -> Result<_> {
        let x = g.placeholder("x", regatta::DType::Float, &[None, Some(2)])?;
        let y = Dense::new(1).kernel_initializer(Initializer::ones()).build(g, &x)?;
        let loss = g.l2_loss(&y)?;
        let step = g.get_or_create_global_step()?;
        let train = Optimizer::momentum(0.1, 0.9).minimize(g, &loss, Some(&step))?;
        Ok((x, loss, train))
    })?;
    let init = g.global_variables_initializer()?;
    let session = Session::new(&cluster.target("worker", 0)?)?;
    session.step(&mut g).op(&init).run()?;
    let fed = crate::matrix(1, 2, &[1.0, 1.0])?;
    let mut losses = Vec::new();
    for _ in 0..3 {
        losses.extend(floats(&session.step(&mut g).feed(&x, fed.clone()).fetch(&loss).op(&train).run()?[0])?);
    }
    // y = 2 with a gradient of y for each of the three weights: y -= 0.3 m, m = 0.9 m + y.
    assert_close(&losses, &[2.0, 0.5 * 1.4 * 1.4, 0.5 * 0.44 * 0.44]);
    Ok(())
}
