//! TensorFlow's file formats: checkpoints as tensor bundles.
