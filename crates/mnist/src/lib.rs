//! MNIST and data sets of its form: a subset built in, the full ones from files, and batches for each worker.
//!
//! [`Mnist`] is a training set, a validation set held out of it, and a test set, each a [`Dataset`] of images of 28 x 28
//! and labels from 0 to 9. [`Batches`] deals a data set out to the workers of a cluster: shuffled anew for each epoch, the
//! same on every machine, and no example twice in an epoch.
//!
//! ```
//! use regatta_mnist::{Batches, Mnist};
//!
//! # fn main() -> regatta_status::Result<()> {
//! let mnist = Mnist::builtin()?.hold_out(1000)?;
//! let mut batches = Batches::new(&mnist.train, 100, 42)?.shard(0, 2)?; // worker 0 of 2
//! let (images, labels) = batches.next_batch()?; // [100, 784] and [100]
//! # assert_eq!((images.shape()[1], labels.num_elements()), (784, 100));
//! # Ok(())
//! # }
//! ```
//!
//! Refuses to know models, sessions and the network.

mod batches;
mod dataset;
mod files;

pub use batches::Batches;
pub use dataset::{CLASSES, Dataset, PIXELS, SIDE};
pub use files::{FILES, Mnist};
