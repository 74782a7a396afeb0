//! Device names come from outside: whatever the text, reading it is safe, and what was read can be written and read again.

use proptest::prelude::*;
use regatta_graph::DeviceName;

fn names() -> impl Strategy<Value = DeviceName> {
    let number = || prop::option::of(any::<u32>());
    let words = (prop::option::of("[a-zA-Z][a-zA-Z0-9_]{0,8}"), prop::option::of("[A-Z][A-Z0-9_]{0,8}"));
    (words, number(), number(), number()).prop_map(|((job, kind), replica, task, id)| DeviceName {
        job,
        replica,
        task,
        kind,
        id,
    })
}

/// Texts made of the pieces that names are made of, so that a good part of them nearly is one.
fn almost_names() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "/job:",
        "/replica:",
        "/task:",
        "/device:",
        "/cpu:",
        "/GPU:",
        "*",
        ":",
        "/",
        "ps",
        "CPU",
        "0",
        "42",
        "-1",
        "é",
    ]);
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn any_text_can_be_asked(text in any::<String>()) {
        let _ = DeviceName::parse(&text);
    }

    #[test]
    fn what_was_read_is_read_again(text in almost_names()) {
        if let Ok(name) = DeviceName::parse(&text) {
            prop_assert_eq!(DeviceName::parse(&name.to_string()).unwrap(), name);
        }
    }

    #[test]
    fn what_was_written_is_read(name in names()) {
        prop_assert_eq!(DeviceName::parse(&name.to_string()).unwrap(), name);
    }

    #[test]
    fn a_merged_name_fulfils_both(one in names(), other in names()) {
        prop_assert_eq!(one.is_compatible(&other), one.merge(&other).is_ok());
        if let Ok(merged) = one.merge(&other) {
            prop_assert!(one.matches(&merged) && other.matches(&merged));
            prop_assert_eq!(&merged, &one.merge_soft(&other).unwrap());
        }
        prop_assert!(other.matches(&one.overridden_by(&other)));
    }
}
