//! What surrounds the nodes that are being made: a prefix of names, devices, nodes to wait for.

use std::rc::Rc;

use regatta_status::Result;

use super::{GraphBuilder, Outlet};
use crate::{DeviceName, def::NodeDef};

/// Chooses a device for a node, of which op, name and the device that was said further inside are known.
pub type DeviceFunction = Rc<dyn Fn(&NodeDef) -> Result<String>>;

#[derive(Default)]
pub(super) struct Scopes {
    /// Empty, or ends with a slash.
    pub(super) name: String,
    devices: Vec<DeviceScope>,
    controls: Vec<Outlet>,
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

impl GraphBuilder {
    /// What is made inside, unless it says otherwise, is to run on this device. Scopes within each other complete each
    /// other, and the inner one prevails; an empty name hides all that are around it.
    pub fn with_device<T>(&mut self, device: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let scope = if device.is_empty() { DeviceScope::Nowhere } else { DeviceScope::Name(device.to_owned()) };
        self.within_device(scope, make)
    }

    /// The device of what is made inside is chosen by a function, such as a replica's device setter.
    pub fn with_device_function<T>(&mut self, choose: DeviceFunction, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        self.within_device(DeviceScope::Function(choose), make)
    }

    fn within_device<T>(&mut self, scope: DeviceScope, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        self.scopes.devices.push(scope);
        let made = make(self);
        self.scopes.devices.pop();
        made
    }

    /// What is made inside has names that begin with `scope/`.
    pub fn with_scope<T>(&mut self, scope: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let inner = format!("{}/", self.unique(scope));
        self.within_name(inner, make)
    }

    /// What is made inside has names that begin with exactly `scope/`, though others may have them too: goes back into a
    /// scope that was left, as variables do when they are shared.
    pub fn reenter_scope<T>(&mut self, scope: &str, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let inner = if scope.is_empty() { String::new() } else { format!("{}/", scope.trim_end_matches('/')) };
        self.within_name(inner, make)
    }

    fn within_name<T>(&mut self, inner: String, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let outer = std::mem::replace(&mut self.scopes.name, inner);
        let made = make(self);
        self.scopes.name = outer;
        made
    }

    /// The scope of the moment, without a slash at its end.
    pub fn scope(&self) -> &str {
        self.scopes.name.trim_end_matches('/')
    }

    /// What is made inside runs after these nodes.
    pub fn with_controls<T>(&mut self, after: &[Outlet], make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let outer = self.scopes.controls.clone();
        self.scopes.controls.extend(after.iter().cloned());
        let made = make(self);
        self.scopes.controls = outer;
        made
    }

    /// What is made inside waits for nothing that is said around it.
    pub fn without_controls<T>(&mut self, make: impl FnOnce(&mut GraphBuilder) -> T) -> T {
        let outer = std::mem::take(&mut self.scopes.controls);
        let made = make(self);
        self.scopes.controls = outer;
        made
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
