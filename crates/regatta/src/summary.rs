//! What a program tells of its training: numbers, distributions, pictures, sounds and texts, for TensorBoard.
//!
//! Summaries are nodes of the graph; [`merge_all`] makes one of them all, whose value a [`SummaryWriter`] adds to the event
//! files of a run.
//!
//! ```
//! use regatta::{Graph, Session, Tensor, summary::{self, SummaryWriter}};
//! # let directory = std::env::temp_dir().join(format!("regatta-doc-summary-{}", std::process::id()));
//!
//! let mut g = Graph::new();
//! let loss = g.constant(Tensor::scalar(0.25f32))?;
//! summary::scalar(&mut g, "loss", &loss)?;
//! let merged = summary::merge_all(&mut g)?.expect("there is one");
//!
//! let mut session = Session::local()?;
//! let writer = SummaryWriter::new(&directory)?;
//! let found = session.step(&mut g).fetch(&merged).run()?;
//! writer.add_summary(&found[0].as_strings()?[0], 1)?;
//! writer.close()?;
//! # std::fs::remove_dir_all(&directory).unwrap();
//! # Ok::<(), regatta::Status>(())
//! ```
//!
//! Tags are TensorFlow's: the name with the scopes around it, made unique, and with `_` for what no node's name may have.

mod writer;

use prost::Message;
use regatta_graph::{Block, Outlet};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{DType, Tensor};
use regatta_wire::pb::{SummaryMetadata, summary_metadata::PluginData};

use crate::{graph::Graph, ops};

pub use writer::{SessionEvent, SummaryWriter};

impl Graph {
    /// The list of summaries; each of [`crate::summary`] adds itself.
    pub const SUMMARIES: &'static str = "summaries";
}

/// A number.
pub fn scalar(g: &mut Graph, tag: &str, value: &Outlet) -> Result<Outlet> {
    summary(g, tag, "tags", |g, tag, scope| ops::scalar_summary(tag, value).named(scope).build(g))
}

/// How the values of a tensor are distributed.
pub fn histogram(g: &mut Graph, tag: &str, values: &Outlet) -> Result<Outlet> {
    summary(g, tag, "tag", |g, tag, scope| ops::histogram_summary(tag, values).named(scope).build(g))
}

/// The first `max_outputs` of a batch of images `[batch, height, width, channels]`, with 1 (grey), 3 or 4 channels. Floats are
/// scaled to what can be shown, bytes are shown as they are.
pub fn image(g: &mut Graph, tag: &str, images: &Outlet, max_outputs: usize) -> Result<Outlet> {
    summary(g, tag, "tag", |g, tag, scope| {
        ops::image_summary(tag, images).max_images(max_outputs as i64).named(scope).build(g)
    })
}

/// The first `max_outputs` of a batch of sounds `[batch, frames]` or `[batch, frames, channels]`, from -1 to 1, with so many
/// frames a second.
pub fn audio(g: &mut Graph, tag: &str, sounds: &Outlet, sample_rate: f32, max_outputs: usize) -> Result<Outlet> {
    summary(g, tag, "tag", |g, tag, scope| {
        let rate = g.node("Const", "sample_rate").attr("dtype", DType::Float);
        let rate = rate.attr("value", Tensor::scalar(sample_rate)).finish()?;
        ops::audio_summary_v2(tag, sounds, &rate).max_outputs(max_outputs as i64).named(scope).build(g)
    })
}

/// Text, which may be Markdown; a vector is shown as rows, a matrix as a table.
pub fn text(g: &mut Graph, tag: &str, text: &Outlet) -> Result<Outlet> {
    if text.dtype() != DType::String {
        let (name, dtype) = (text.name(), text.dtype().name());
        return Err(invalid_argument(format!("a text summary takes strings, and {name} is of type {dtype}")));
    }
    summary(g, tag, "tag", |g, tag, scope| {
        let metadata = Tensor::string(plugin("text").encode_to_vec());
        let metadata =
            g.node("Const", "serialized_summary_metadata").attr("dtype", DType::String).attr("value", metadata);
        let metadata = metadata.finish()?;
        ops::tensor_summary_v2(tag, text, &metadata).named(scope).build(g)
    })
}

/// All summaries of the graph as one; `None` if there are none.
pub fn merge_all(g: &mut Graph) -> Result<Option<Outlet>> {
    let all = g.collection(Graph::SUMMARIES).to_vec();
    if all.is_empty() {
        return Ok(None);
    }
    g.name_scope("Merge", |g| ops::merge_summary(&all).build(g)).map(Some)
}

/// Which plugin of TensorBoard's shows a value.
fn plugin(name: &str) -> SummaryMetadata {
    let plugin_data = PluginData { plugin_name: name.to_owned(), ..Default::default() };
    SummaryMetadata { plugin_data: Some(plugin_data), ..Default::default() }
}

/// Makes a summary in a scope of its own, whose name is the tag and the node's name.
fn summary(
    g: &mut Graph,
    name: &str,
    tag_input: &str,
    make: impl FnOnce(&mut Graph, &Outlet, &str) -> Result<Outlet>,
) -> Result<Outlet> {
    let name = clean(name);
    if name.is_empty() {
        return Err(invalid_argument("a summary needs a tag"));
    }
    let made = g.within(Block::Scope(name), |g| {
        let scope = g.scope().to_owned();
        let tag = Tensor::string(scope.as_bytes().to_vec());
        let tag = g.node("Const", tag_input).attr("dtype", DType::String).attr("value", tag).finish()?;
        make(g, &tag, &format!("{scope}/"))
    })?;
    g.add_to_collection(Graph::SUMMARIES, &made);
    Ok(made)
}

/// A tag as the name of a node.
fn clean(tag: &str) -> String {
    let kept = |letter: char| letter.is_ascii_alphanumeric() || "-/_.".contains(letter);
    let clean: String = tag.chars().map(|letter| if kept(letter) { letter } else { '_' }).collect();
    clean.trim_start_matches('/').to_owned()
}
