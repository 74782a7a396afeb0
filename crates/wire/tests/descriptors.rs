//! Every message, field and enum value in `proto/` is TensorFlow's: same name, number, type, label and oneof.
//!
//! The other side is the installed TensorFlow itself, asked by `python/dump_descriptors.py`. We may declare fewer
//! messages than it does, but a message we declare has all of its fields, since a field we do not know is lost when a
//! message passes through us.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use prost_reflect::{Cardinality, DescriptorPool, EnumDescriptor, FieldDescriptor, Kind, MessageDescriptor};

/// Type name to the lines that describe it; a message without fields has its own line.
type Facts = BTreeMap<String, BTreeSet<String>>;

#[test]
fn our_messages_are_those_of_tensorflow() {
    let ours = our_facts();
    let theirs = their_facts();
    let mut differences = Vec::new();
    for (name, lines) in &ours {
        let Some(expected) = theirs.get(name) else {
            differences.push(format!("{name}: TensorFlow has no such type"));
            continue;
        };
        differences.extend(lines.difference(expected).map(|line| format!("only ours:         {line}")));
        differences.extend(expected.difference(lines).map(|line| format!("only TensorFlow's: {line}")));
    }
    // Were the dump or the descriptors empty, the comparison would hold of nothing.
    assert!(ours.len() > 200, "only {} types compared", ours.len());
    assert!(ours.contains_key("tensorflow.RunStepRequest") && ours.contains_key("tensorflow.RunGraphRequest"));
    assert!(differences.is_empty(), "{} differences\n{}", differences.len(), differences.join("\n"));
}

fn our_facts() -> Facts {
    let pool = DescriptorPool::decode(regatta_wire::DESCRIPTORS).expect("our own descriptors");
    let mut facts = Facts::new();
    for message in pool.all_messages().filter(|message| message.package_name().starts_with("tensorflow")) {
        let name = message.full_name().to_string();
        let lines = facts.entry(name.clone()).or_default();
        lines.insert(format!("message {name}"));
        lines.extend(message.fields().map(|field| describe_field(&message, &field)));
    }
    for enumeration in pool.all_enums().filter(|it| it.package_name().starts_with("tensorflow")) {
        facts.insert(enumeration.full_name().to_string(), describe_enum(&enumeration));
    }
    facts
}

fn describe_field(message: &MessageDescriptor, field: &FieldDescriptor) -> String {
    let label = match field.cardinality() {
        Cardinality::Optional => "optional",
        Cardinality::Required => "required",
        Cardinality::Repeated => "repeated",
    };
    let kind = match field.kind() {
        Kind::Message(message) => message.full_name().to_string(),
        Kind::Enum(enumeration) => enumeration.full_name().to_string(),
        scalar => format!("{scalar:?}").to_lowercase(),
    };
    let packed = if field.is_packed() { "packed" } else { "-" };
    let oneof = field.containing_oneof().map_or("-".to_string(), |oneof| oneof.name().to_string());
    format!("field {} {} {} {label} {kind} {packed} {oneof}", message.full_name(), field.name(), field.number())
}

fn describe_enum(enumeration: &EnumDescriptor) -> BTreeSet<String> {
    let name = enumeration.full_name();
    enumeration.values().map(|value| format!("value {name} {} {}", value.name(), value.number())).collect()
}

fn their_facts() -> Facts {
    let python = std::env::var("REGATTA_PYTHON").expect("set REGATTA_PYTHON, or run `cargo xtask test`");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/dump_descriptors.py");
    let output = Command::new(&python)
        .arg("-B")
        .arg(script)
        .env("TF_CPP_MIN_LOG_LEVEL", "3")
        .output()
        .unwrap_or_else(|error| panic!("cannot run {python}: {error}"));
    assert!(output.status.success(), "{script} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    let mut facts = Facts::new();
    for line in String::from_utf8(output.stdout).expect("the dump is text").lines() {
        let name = line.split(' ').nth(1).unwrap_or_else(|| panic!("cannot read the line {line:?}"));
        facts.entry(name.to_string()).or_default().insert(line.to_string());
    }
    facts
}
