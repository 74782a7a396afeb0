//! Event files: TensorBoard and TensorFlow find the same in ours as in TensorFlow's, and we read TensorFlow's.

use prost::Message;
use regatta::{
    Graph, Result, Session, Shape, Tensor,
    summary::{self, SessionEvent, SummaryWriter},
};
use regatta_formats::{EventReader, event_file::read_scalars};
use regatta_testkit::{Python, Results, differences, results};
use regatta_wire::pb::{Event, MetaGraphDef, event::What};

const STEPS: i64 = 3;

/// Writes what `write` in `tests/python/events.py` does.
fn write(directory: &std::path::Path) -> Result<()> {
    let numbers = |count: usize| (0..count).map(|k| (k as f64 / count as f64) as f32).collect::<Vec<f32>>();
    let mut g = Graph::new();
    let x = g.constant(Tensor::scalar(0.5f32))?;
    let images = g.constant(Tensor::new(Shape::new(&[3, 3, 4, 1])?, numbers(36))?)?;
    let sounds = g.constant(Tensor::new(Shape::new(&[1, 16])?, numbers(16))?)?;
    let words = g.constant(Tensor::string("# words"))?;
    summary::scalar(&mut g, "loss", &x)?;
    g.name_scope("tower", |g| {
        summary::scalar(g, "loss", &x)?;
        summary::scalar(g, "a name (odd)", &x)
    })?;
    summary::histogram(&mut g, "weights", &images)?;
    summary::image(&mut g, "digits", &images, 2)?;
    summary::audio(&mut g, "beep", &sounds, 8000.0, 1)?;
    summary::text(&mut g, "words", &words)?;
    let merged = summary::merge_all(&mut g)?.expect("there are some");

    let session = Session::local()?;
    let writer = SummaryWriter::new(directory)?;
    writer.add_graph(&g)?;
    let graph_def = Message::decode(g.to_proto_bytes()?.as_slice()).expect("our own graph");
    writer.add_meta_graph(MetaGraphDef { graph_def: Some(graph_def), ..Default::default() }.encode_to_vec());
    writer.add_session_log(SessionEvent::Start, 0);
    for step in 1..=STEPS {
        let (found, metadata) = session.step(&mut g).fetch(&merged).run_traced()?;
        writer.add_summary(&found[0].as_strings()?[0], step)?;
        writer.add_run_metadata(&format!("step {step}"), &metadata, step)?;
    }
    writer.add_scalar("rate", 100.0, STEPS);
    writer.add_text("note", "saved", STEPS);
    writer.add_session_log(SessionEvent::Checkpoint("run/model-3".to_owned()), STEPS);
    writer.add_session_log(SessionEvent::Stop, STEPS);
    writer.close()
}

/// What was found in one of the two directories.
fn found_in(whose: &str, all: &Results) -> Results {
    let of = |(name, value): (&String, &serde_json::Value)| Some((name.strip_prefix(whose)?.to_owned(), value.clone()));
    all.iter().filter_map(of).collect()
}

#[test]
fn tensorboard_finds_every_kind_as_in_tensorflows_files() {
    let directory = tempfile::tempdir().unwrap();
    let (ours, theirs) = (directory.path().join("ours"), directory.path().join("theirs"));
    write(&ours).unwrap();
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/events.py");
    let all = Python::script(script).arg(ours.to_string_lossy()).arg(theirs.to_string_lossy()).run();
    let all = results::parse(&all.stdout);
    let (in_ours, in_theirs) = (found_in("ours/", &all), found_in("theirs/", &all));
    assert!(in_theirs.len() > 20, "{in_theirs:?}");
    let lines = differences(&in_theirs, &in_ours, 0.0);
    assert!(lines.is_empty(), "{}", lines.join("\n"));

    // And the reverse: our reader sees the same events in both.
    let kinds = |directory: &std::path::Path| -> Vec<(i64, Option<std::mem::Discriminant<What>>)> {
        let events: Vec<Event> = EventReader::open(directory).unwrap().collect::<Result<_>>().unwrap();
        events.iter().map(|event| (event.step, event.what.as_ref().map(std::mem::discriminant))).collect()
    };
    assert_eq!(kinds(&theirs), kinds(&ours));
    assert_eq!(read_scalars(&theirs).unwrap()["tower/loss"].len(), STEPS as usize);
    let v2 = read_scalars(&theirs.join("v2")).unwrap();
    assert_eq!(v2.len(), 1);
    let values: Vec<f64> = v2["loss"].iter().map(|point| point.value).collect();
    assert_eq!(values, [1.0, 0.5, f64::from(1.0f32 / 3.0)]);
}
