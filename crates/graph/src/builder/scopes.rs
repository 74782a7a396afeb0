//! What surrounds the nodes that are being made: a prefix of names, devices, nodes to wait for.

use std::sync::Arc;

use regatta_status::Result;

use super::{GraphBuilder, Outlet};
use crate::{DeviceName, def::NodeDef};

/// Chooses a device for a node, of which op, name and the device that was said further inside are known.
pub type DeviceFunction = Arc<dyn Fn(&NodeDef) -> Result<String> + Send + Sync>;

#[derive(Clone, Default)]
pub(super) struct Scopes {
    /// Empty, or ends with a slash.
    pub(super) name: String,
    devices: Vec<DeviceScope>,
    controls: Vec<Outlet>,
    /// Nodes to run beside.
    pub(super) beside: Vec<String>,
}

#[derive(Clone)]
enum DeviceScope {
    Name(String),
    Function(DeviceFunction),
    /// Hides those around it.
    Nowhere,
}

impl Scopes {
    /// What a node with these inputs waits for. A node that is itself waited for, or takes its output, need not be named.
    pub(super) fn controls(&self, inputs: &[Outlet]) -> Vec<String> {
        let is_input = |control: &Outlet| inputs.iter().any(|input| input.node() == control.node());
        self.controls
            .iter()
            .filter(|control| !is_input(control))
            .map(|control| format!("^{}", control.node()))
            .collect()
    }
}

/// What surrounded a block before it began; given back to [`GraphBuilder::leave`].
#[must_use = "a block that was entered is to be left"]
pub struct Outer(Scopes);

/// What a block changes for the nodes made in it.
#[derive(Clone)]
pub enum Block {
    /// Names begin with `scope/`; the scope's own name is made unique.
    Scope(String),
    /// Names begin with exactly `scope/`, though others may have them too: goes back into a scope that was left.
    SameScope(String),
    /// Nodes that do not say otherwise run on this device. Blocks within each other complete each other, and the inner one
    /// prevails; an empty name hides all that are around it.
    Device(String),
    /// The device is chosen by a function, such as a replica's device setter.
    DeviceFunction(DeviceFunction),
    /// Nodes run after these.
    After(Vec<Outlet>),
    /// Nodes wait for nothing that is said around the block.
    Free,
    /// Nodes run where this one does, whatever device or neighbour is said around the block.
    Beside(Outlet),
}

impl GraphBuilder {
    /// Makes nodes in a block.
    pub fn within<T>(&mut self, block: Block, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let outer = self.enter(block);
        let made = make(self);
        self.leave(outer);
        made
    }

    /// Begins a block, for those who cannot use [`GraphBuilder::within`].
    pub fn enter(&mut self, block: Block) -> Outer {
        let outer = Outer(self.scopes.clone());
        match block {
            Block::Scope(scope) => self.scopes.name = format!("{}/", self.unique(&scope)),
            Block::SameScope(scope) => {
                let scope = scope.trim_end_matches('/');
                self.scopes.name = if scope.is_empty() { String::new() } else { format!("{scope}/") };
            }
            Block::Device(name) if name.is_empty() => self.scopes.devices.push(DeviceScope::Nowhere),
            Block::Device(name) => self.scopes.devices.push(DeviceScope::Name(name)),
            Block::DeviceFunction(choose) => self.scopes.devices.push(DeviceScope::Function(choose)),
            Block::After(nodes) => self.scopes.controls.extend(nodes),
            Block::Free => self.scopes.controls.clear(),
            Block::Beside(node) => {
                // A device from further out could be another than the node's, and the two would contradict each other.
                self.scopes.devices.push(DeviceScope::Nowhere);
                if let Some(made) = self.nodes.get(node.position()).filter(|made| !made.def.device.is_empty()) {
                    self.scopes.devices.push(DeviceScope::Name(made.def.device.clone()));
                }
                self.scopes.beside = vec![node.node().to_owned()];
            }
        }
        outer
    }

    /// Ends a block.
    pub fn leave(&mut self, outer: Outer) {
        self.scopes = outer.0;
    }

    /// As [`Block::Device`].
    pub fn with_device<T>(&mut self, device: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        self.within(Block::Device(device.to_owned()), make)
    }

    /// As [`Block::Scope`].
    pub fn with_scope<T>(&mut self, scope: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        self.within(Block::Scope(scope.to_owned()), make)
    }

    /// The scope of the moment, without a slash at its end.
    pub fn scope(&self) -> &str {
        self.scopes.name.trim_end_matches('/')
    }

    /// The device of a node: what it says itself, completed by the scopes around it from the inside out.
    pub(super) fn device_for(&self, def: &NodeDef) -> Result<String> {
        let mut seen = NodeDef {
            name: def.name.clone(),
            op: def.op.clone(),
            device: def.device.clone(),
            attrs: def.attrs.clone(),
            inputs: Vec::new(),
        };
        for scope in self.scopes.devices.iter().rev() {
            let outer = match scope {
                DeviceScope::Nowhere => break,
                DeviceScope::Name(name) => name.clone(),
                DeviceScope::Function(choose) => {
                    // A function has seen what was said inside, and its word is the last.
                    seen.device = choose(&seen)?;
                    continue;
                }
            };
            seen.device = match seen.device.is_empty() {
                true => outer,
                false => DeviceName::parse(&outer)?.overridden_by(&DeviceName::parse(&seen.device)?).to_string(),
            };
        }
        Ok(seen.device)
    }
}
