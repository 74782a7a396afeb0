//! TensorFlow's protocol buffers and their conversion to and from Regatta's own types.
