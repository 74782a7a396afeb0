//! `local:H`: workers make H steps on weights of their own, which are then averaged; `local:auto` chooses H as it goes.

mod control;

use self::control::Control;
use super::{positive, sync::Sync};
use crate::{
    policy::{Kind, Way},
    rules::{Rules, Ruling, View},
};

pub(super) const KIND: Kind = Kind {
    name: "local",
    form: "local:H|local:auto[:SECONDS]",
    help: "H steps on each worker's own weights, then their mean; `auto` chooses H, within a budget of seconds if one is given",
    read: |argument, _| {
        let rules = match argument {
            Some("auto") => Local { steps: 1, control: Some(Control::new(None)) },
            Some(text) if text.starts_with("auto:") => {
                let text = text.trim_start_matches("auto:");
                let seconds = text.parse::<f64>().ok().filter(|seconds| seconds.is_finite() && *seconds > 0.0);
                let seconds = seconds.ok_or_else(|| format!("`{text}`: expected a number of seconds above 0"))?;
                Local { steps: 1, control: Some(Control::new(Some(seconds))) }
            }
            _ => Local { steps: positive(argument, "how many local steps")? as i64, control: None },
        };
        Ok(Way::Local(Box::new(rules)))
    },
};

/// Rounds are steps of `sync`, of so many local steps each.
#[derive(Debug)]
struct Local {
    steps: i64,
    control: Option<Control>,
}

impl Rules for Local {
    fn rule(&self, view: &View<'_>) -> Vec<Ruling> {
        Sync.rule(view)
    }

    fn assembles(&self) -> bool {
        true
    }

    fn local_steps(&self) -> Option<i64> {
        match &self.control {
            Some(control) if control.is_spent() => None,
            _ => Some(self.steps),
        }
    }

    fn learns(&self) -> bool {
        self.control.is_some()
    }

    fn learn(&mut self, reports: &[&[f64]]) {
        if let Some(control) = &mut self.control {
            self.steps = control.next(self.steps, reports);
        }
    }
}
