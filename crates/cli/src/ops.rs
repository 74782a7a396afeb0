//! `regatta ops`: the list of ops, with types and devices.

use clap::{Args, ValueEnum};
use regatta_runtime::catalogue::{Entry, Types, catalogue};

use crate::output::print;

/// Lists the ops that a task can run.
#[derive(Args)]
#[command(after_help = "\
Examples:
  regatta ops                       every op, a line each
  regatta ops conv                  those whose names contain `conv`
  regatta ops --format=full MatMul  with signature and description
  regatta ops --format=markdown     the op reference, as in docs/ops.md")]
pub struct Ops {
    /// Only ops whose names contain this, in any case.
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// How much to say.
    #[arg(long, value_enum, default_value_t = Format::Line)]
    format: Format,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Name, devices and types.
    Line,
    /// Also what it does, and its signature.
    Full,
    /// A page.
    Markdown,
}

impl Ops {
    pub fn run(self) -> anyhow::Result<()> {
        let wanted = self.name.unwrap_or_default().to_lowercase();
        let entries: Vec<Entry> =
            catalogue().into_iter().filter(|entry| entry.op.name.to_lowercase().contains(&wanted)).collect();
        if entries.is_empty() {
            anyhow::bail!("no op's name contains `{wanted}`");
        }
        let text = match self.format {
            Format::Line => entries.iter().map(line).collect::<String>(),
            Format::Full => entries.iter().map(full).collect::<String>(),
            Format::Markdown => page(&entries),
        };
        print(text)
    }
}

fn types_of(entry: &Entry) -> String {
    let of = |types: &Types| match types {
        Types::Any => "any".to_owned(),
        Types::These(types) => types.iter().map(|ty| ty.name()).collect::<Vec<_>>().join(" "),
    };
    entry.types.iter().map(|(name, types)| format!("{name}: {}", of(types))).collect::<Vec<_>>().join("; ")
}

fn line(entry: &Entry) -> String {
    format!("{:<40} {:<4} {}\n", entry.op.name, entry.devices.join(" "), types_of(entry)).replace(" \n", "\n")
}

fn full(entry: &Entry) -> String {
    let (op, types) = (entry.op, types_of(entry));
    let types = if types.is_empty() { String::new() } else { format!("    types    {types}\n") };
    format!("{}\n    {}\n    {}\n    devices  {}\n{types}\n", op.name, op.about, op.signature, entry.devices.join(" "))
}

fn page(entries: &[Entry]) -> String {
    let mut page = format!(
        "# Ops\n\nThe {} ops that a task can run, made by `regatta ops --format=markdown`. Types are those that have a kernel on \
         the CPU; `any` is every type there is.\n",
        entries.len()
    );
    for (family, members) in by_family(entries) {
        page += &format!("\n## {family}\n");
        for entry in members {
            let types = types_of(entry);
            page += &format!("\n### {}\n\n{}\n\n```text\n{}\n```\n", entry.op.name, entry.op.about, entry.op.signature);
            if !types.is_empty() {
                page += &format!("\nTypes: {types}. Devices: {}.\n", entry.devices.join(", "));
            }
        }
    }
    page
}

/// The families are the folders that ops are defined in.
fn by_family(entries: &[Entry]) -> Vec<(String, Vec<&Entry>)> {
    let mut families: std::collections::BTreeMap<String, Vec<&Entry>> = Default::default();
    for entry in entries {
        let mut parts = entry.op.file.rsplit(['/', '\\']).skip(1);
        families.entry(parts.next().unwrap_or_default().to_owned()).or_default().push(entry);
    }
    families.into_iter().collect()
}
