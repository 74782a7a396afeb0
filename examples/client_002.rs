//! The first client of distributed TensorFlow's tutorials: variables on a parameter server, a product on each of two workers.
//!
//! ```text
//! cargo run -p regatta --example client_002                                     a cluster in this process
//! cargo run -p regatta --example client_002 -- --target=grpc://localhost:2223   the master of a running one: `regatta serve`
//! ```
//!
//! In Python it reads
//!
//! ```python
//! with tf.device("/job:ps/task:0"):
//!     x = tf.Variable(tf.ones([2, 2]))
//!     y = tf.Variable(tf.ones([2, 2]))
//! with tf.device("/job:worker/task:0"):
//!     z = tf.matmul(x, y) + x
//! with tf.device("/job:worker/task:1"):
//!     z = tf.matmul(z, x) + x
//! with tf.Session("grpc://localhost:2223") as sess:
//!     sess.run(tf.global_variables_initializer())
//!     print(sess.run(z))
//! ```

#[path = "flags.rs"]
#[allow(dead_code)] // Other examples use the rest.
mod flags;

use flags::Flags;
use regatta::{Graph, Initializer, Result, Session, Tensor};

const HELP: &str = "--target=grpc://HOST:PORT   the master; without it, a cluster is started in this process";

fn main() -> Result<()> {
    let z = run(std::env::args().skip(1))?;
    println!("{:?}", z.values::<f32>()?);
    Ok(())
}

/// Runs it; answers `z`.
pub fn run(args: impl IntoIterator<Item = String>) -> Result<Tensor> {
    let master = Flags::parse(args, HELP)?.master(&[("ps", 1), ("worker", 2)])?;

    // There is no default graph: nodes are made in this one, and blocks are given it.
    let mut g = Graph::new();
    let (x, y) = g.device("/job:ps/task:0", |g| -> Result<_> {
        Ok((g.variable("x", &[2, 2], Initializer::ones())?, g.variable("y", &[2, 2], Initializer::ones())?))
    })?;
    let (x, y) = (x.read(&mut g)?, y.read(&mut g)?);
    let z = g.device("/job:worker/task:0", |g| {
        let product = g.matmul(&x, &y)?;
        g.add(&product, &x)
    })?;
    let z = g.device("/job:worker/task:1", |g| {
        let product = g.matmul(&z, &x)?;
        g.add(&product, &x)
    })?;
    let init = g.global_variables_initializer()?;

    let session = Session::new(&master.target)?;
    session.step(&mut g).op(&init).run()?;
    Ok(session.step(&mut g).fetch(&z).run()?.remove(0))
}
