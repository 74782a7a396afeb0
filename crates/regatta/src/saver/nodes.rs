//! The nodes that save and restore, named as TensorFlow names them, so that its programs find them in a `.meta` file.

use std::collections::{BTreeMap, HashMap};

use regatta_graph::{Block, DeviceName, Outlet};
use regatta_status::{Result, invalid_argument};
use regatta_tensor::{Shape, Tensor};

use super::rows::Rows;
use crate::{graph::Graph, variable::Variable};

/// A variable and the nodes that save and restore it.
pub(super) struct Saveable {
    /// Its name in checkpoints; parts of one variable share it.
    pub(super) key: String,
    pub(super) variable: Variable,
    /// Its value.
    pub(super) read: Outlet,
    /// What it will be; fed, the checkpoint is not read by the task.
    pub(super) restored: Outlet,
    /// What makes it so.
    pub(super) assign: Outlet,
    /// In place of these three, where values are collected and no message holds this one.
    pub(super) rows: Option<Rows>,
}

impl Saveable {
    /// The text that says which part of the tensor it is; empty for all of it.
    pub(super) fn spec(&self) -> String {
        spec_of(&self.variable)
    }

    /// The shape of the tensor that it is, or is a part of.
    pub(super) fn whole_shape(&self) -> &Shape {
        self.variable.part_of().map_or(self.variable.shape(), |part| &part.slice.shape)
    }
}

/// All of a saver's nodes.
pub(super) struct Nodes {
    /// In the order of their names.
    pub(super) saveables: Vec<Saveable>,
    /// What is fed the prefix.
    pub(super) filename: Outlet,
    /// What is fetched to save.
    pub(super) save: Outlet,
    /// What is run to restore.
    pub(super) restore: Outlet,
    pub(super) is_sharded: bool,
}

impl Nodes {
    /// Adds the nodes to a graph, in a scope `save`.
    pub(super) fn build(g: &mut Graph, mut variables: Vec<(String, Variable)>, is_sharded: bool) -> Result<Nodes> {
        // Parts stay in their order.
        variables.sort_by(|(name, _), (other, _)| name.cmp(other));
        check_names(&variables)?;
        let shards = if is_sharded { by_task(g, variables)? } else { vec![Shard { device: None, variables }] };
        let mut reads = Vec::new();
        for shard in &shards {
            reads.push(shard.variables.iter().map(|(_, variable)| value_of(g, variable)).collect::<Result<Vec<_>>>()?);
        }
        g.within(Block::Free, |g| {
            let outer = g.enter(Block::SameScope(String::new()));
            let made = g.name_scope("save", |g| {
                let filename = filename(g)?;
                let save = if is_sharded {
                    save_sharded(g, &filename, &shards, &reads)?
                } else {
                    save_whole(g, &filename, &shards[0], &reads[0])?
                };
                let (saveables, restore) = restore(g, &filename, shards, reads)?;
                Ok(Nodes { saveables, filename, save, restore, is_sharded })
            });
            g.leave(outer);
            made
        })
    }
}

/// The name that a variable has in checkpoints.
pub(super) fn key_of(variable: &Variable) -> &str {
    variable.part_of().map_or(variable.name(), |part| &part.name)
}

/// The node that reads a variable beside it, by the name that TensorFlow gives it.
pub(super) fn value_of(g: &mut Graph, variable: &Variable) -> Result<Outlet> {
    if let Ok(known) = g.find(&format!("{}/Read/ReadVariableOp:0", variable.name())) {
        return Ok(known);
    }
    let outer = g.enter(Block::Free);
    let _ = g.enter(Block::SameScope(variable.name().to_owned()));
    let _ = g.enter(Block::Beside(variable.handle().clone()));
    let read = g.node("ReadVariableOp", "Read/ReadVariableOp");
    let read = read.input(variable.handle()).attr("dtype", variable.dtype()).finish();
    g.leave(outer);
    read
}

/// Variables that one node writes, on a device if it says so.
struct Shard {
    device: Option<String>,
    variables: Vec<(String, Variable)>,
}

fn spec_of(variable: &Variable) -> String {
    variable.part_of().map(|part| part.slice.to_string()).unwrap_or_default()
}

/// A name may be there several times only for different parts.
fn check_names(variables: &[(String, Variable)]) -> Result<()> {
    let mut seen: HashMap<(&str, String), &Variable> = HashMap::new();
    for (name, variable) in variables {
        if let Some(other) = seen.insert((name, spec_of(variable)), variable) {
            return Err(invalid_argument(format!(
                "variables {} and {} would both be saved as {name}",
                other.name(),
                variable.name()
            )));
        }
    }
    Ok(())
}

/// The variables of each task, in the order of the tasks' names.
fn by_task(g: &Graph, variables: Vec<(String, Variable)>) -> Result<Vec<Shard>> {
    let def = g.build()?;
    let devices: HashMap<&str, &str> =
        def.nodes.iter().map(|node| (node.name.as_str(), node.device.as_str())).collect();
    let mut tasks: BTreeMap<String, Vec<(String, Variable)>> = BTreeMap::new();
    for (name, variable) in variables {
        let device = DeviceName::parse(devices.get(variable.handle().node()).copied().unwrap_or_default())?;
        let task = DeviceName { kind: Some("CPU".to_owned()), id: Some(0), ..device };
        tasks.entry(task.to_string()).or_default().push((name, variable));
    }
    Ok(tasks.into_iter().map(|(device, variables)| Shard { device: Some(device), variables }).collect())
}

fn on_device<T>(g: &mut Graph, device: &Option<String>, make: impl FnOnce(&mut Graph) -> T) -> T {
    match device {
        Some(device) => g.device(device, make),
        None => make(g),
    }
}

/// Fed with the prefix; two of them, as other tools expect.
fn filename(g: &mut Graph) -> Result<Outlet> {
    let input = regatta_graph::GraphBuilder::constant(g, "filename/input", Tensor::string("model"))?;
    let shape = regatta_tensor::PartialShape::new(Vec::new());
    let name = g.node("PlaceholderWithDefault", "filename").input(&input).attr("shape", shape.clone()).finish()?;
    g.node("PlaceholderWithDefault", "Const").input(&name).attr("shape", shape).finish()
}

/// The constants that tell SaveV2 and RestoreV2 what to do.
fn names_and_slices(g: &mut Graph, scope: &str, variables: &[(String, Variable)]) -> Result<(Outlet, Outlet)> {
    let texts = |texts: Vec<String>| {
        let texts: Vec<Vec<u8>> = texts.into_iter().map(String::into_bytes).collect();
        Tensor::strings(Shape::vector(texts.len()), texts)
    };
    let names = texts(variables.iter().map(|(name, _)| name.clone()).collect())?;
    let slices = texts(variables.iter().map(|(_, variable)| spec_of(variable)).collect())?;
    let names = regatta_graph::GraphBuilder::constant(g, &format!("{scope}/tensor_names"), names)?;
    let slices = regatta_graph::GraphBuilder::constant(g, &format!("{scope}/shape_and_slices"), slices)?;
    Ok((names, slices))
}

fn save_v2(g: &mut Graph, prefix: &Outlet, shard: &Shard, values: &[Outlet]) -> Result<Outlet> {
    let (names, slices) = names_and_slices(g, "SaveV2", &shard.variables)?;
    g.node("SaveV2", "SaveV2").inputs([prefix, &names, &slices]).inputs(values).finish()
}

/// The prefix, once this is done.
fn then(g: &mut Graph, name: &str, prefix: &Outlet, after: &[Outlet]) -> Result<Outlet> {
    let node = g.node("Identity", name).input(prefix);
    after.iter().fold(node, |node, after| node.control_input(after)).finish()
}

fn save_whole(g: &mut Graph, filename: &Outlet, shard: &Shard, values: &[Outlet]) -> Result<Outlet> {
    let save = save_v2(g, filename, shard, values)?;
    then(g, "control_dependency", filename, &[save])
}

/// Every task writes its shard to a directory of temporary files; the last one makes them one checkpoint.
fn save_sharded(g: &mut Graph, filename: &Outlet, shards: &[Shard], values: &[Vec<Outlet>]) -> Result<Outlet> {
    let suffix = g.constant(Tensor::string("_temp/part"))?;
    let base = g.node("StringJoin", "StringJoin").inputs([filename, &suffix]).finish()?;
    let count = regatta_graph::GraphBuilder::constant(g, "num_shards", Tensor::scalar(shards.len() as i32))?;
    let (mut prefixes, mut saved) = (Vec::new(), Vec::new());
    for (k, (shard, values)) in shards.iter().zip(values).enumerate() {
        on_device(g, &shard.device, |g| -> Result<()> {
            let number = regatta_graph::GraphBuilder::constant(g, "ShardedFilename/shard", Tensor::scalar(k as i32))?;
            let prefix = g.node("ShardedFilename", "ShardedFilename").inputs([&base, &number, &count]).finish()?;
            let save = save_v2(g, &prefix, shard, values)?;
            saved.push(then(g, "control_dependency", &prefix, &[save])?);
            prefixes.push(prefix);
            Ok(())
        })?;
    }
    let last = shards.last().and_then(|shard| shard.device.clone());
    on_device(g, &last, |g| {
        let pack = g.node("Pack", "MergeV2Checkpoints/checkpoint_prefixes").inputs(&prefixes);
        let pack = saved.iter().fold(pack, |pack, saved| pack.control_input(saved)).finish()?;
        let merge = g.node("MergeV2Checkpoints", "MergeV2Checkpoints").inputs([&pack, filename]).finish()?;
        then(g, "Identity", filename, &[merge])
    })
}

/// Reads each shard where it belongs, whatever the checkpoint was written by.
fn restore(
    g: &mut Graph,
    filename: &Outlet,
    shards: Vec<Shard>,
    reads: Vec<Vec<Outlet>>,
) -> Result<(Vec<Saveable>, Outlet)> {
    let mut saveables = Vec::new();
    for (shard, reads) in shards.into_iter().zip(reads) {
        let restored = on_device(g, &shard.device, |g| {
            let (names, slices) = names_and_slices(g, "RestoreV2", &shard.variables)?;
            let dtypes: Vec<_> = shard.variables.iter().map(|(_, variable)| variable.dtype()).collect();
            g.node("RestoreV2", "RestoreV2").inputs([filename, &names, &slices]).attr("dtypes", dtypes).finish()
        })?;
        for (k, ((key, variable), read)) in shard.variables.into_iter().zip(reads).enumerate() {
            let (restored, assign) = g.colocate_with(variable.handle(), |g| -> Result<(Outlet, Outlet)> {
                let restored = g.node("Identity", "Identity").input(&restored.output(k)).finish()?;
                let assign = g.node("AssignVariableOp", "AssignVariableOp").inputs([variable.handle(), &restored]);
                Ok((restored.clone(), assign.attr("dtype", variable.dtype()).finish()?))
            })?;
            saveables.push(Saveable { key, variable, read, restored, assign, rows: None });
        }
    }
    saveables.sort_by(|one, other| one.key.cmp(&other.key));
    let assigns: Vec<Outlet> = saveables.iter().map(|saveable| saveable.assign.clone()).collect();
    let all = g.group("restore_all", &assigns)?;
    Ok((saveables, all))
}
