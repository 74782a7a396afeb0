//! Summaries of a graph, and the writer of event files: what is added is in the files, in order, or the failure is told.

use std::{fs, path::Path, sync::Arc, thread};

use regatta::{
    Code, Graph, LocalCluster, Outlet, Result, Session, Shape, Tensor,
    summary::{self, SessionEvent, SummaryWriter},
};
use regatta_formats::{EventReader, event_file::read_scalars};
use regatta_wire::pb::{Event, event::What, session_log::SessionStatus, summary::value::Value};

fn events(directory: &Path) -> Vec<Event> {
    EventReader::open(directory).unwrap().collect::<Result<_>>().unwrap()
}

fn scalar_constant(g: &mut Graph, value: f32) -> Result<Outlet> {
    g.constant(Tensor::scalar(value))
}

/// Tags and kinds of all values of a run's summaries.
fn values(events: &[Event]) -> Vec<(String, &'static str)> {
    let summaries = events.iter().filter_map(|event| match &event.what {
        Some(What::Summary(summary)) => Some(summary),
        _ => None,
    });
    let kind = |value: &Option<Value>| match value {
        Some(Value::SimpleValue(_)) => "scalar",
        Some(Value::Histo(_)) => "histogram",
        Some(Value::Image(_)) => "image",
        Some(Value::Audio(_)) => "audio",
        Some(Value::Tensor(_)) => "tensor",
        _ => "other",
    };
    summaries.flat_map(|summary| &summary.value).map(|value| (value.tag.clone(), kind(&value.value))).collect()
}

#[test]
fn tags_are_names_with_their_scopes() -> Result<()> {
    let mut g = Graph::new();
    assert!(summary::merge_all(&mut g)?.is_none());
    let x = scalar_constant(&mut g, 0.5)?;
    assert_eq!(summary::scalar(&mut g, "loss", &x)?.name(), "loss:0");
    assert_eq!(summary::scalar(&mut g, "loss", &x)?.name(), "loss_1:0");
    let scoped = g.name_scope("tower", |g| summary::scalar(g, "/my loss (mean)", &x))?;
    assert_eq!(scoped.node(), "tower/my_loss__mean_");
    let tag = g.find("tower/my_loss__mean_/tags:0")?;
    assert_eq!(g.constant_value(&tag).unwrap().as_strings()?, [b"tower/my_loss__mean_"]);
    assert_eq!(g.collection(Graph::SUMMARIES).len(), 3);
    assert_eq!(summary::merge_all(&mut g)?.unwrap().node(), "Merge/MergeSummary");

    assert_eq!(summary::scalar(&mut g, "/", &x).unwrap_err().code, Code::InvalidArgument);
    let error = summary::text(&mut g, "text", &x).unwrap_err();
    assert!(error.message.contains("takes strings"), "{error}");
    Ok(())
}

#[test]
fn every_kind_of_summary_is_in_the_file() -> Result<()> {
    let directory = tempfile::tempdir().unwrap();
    let mut g = Graph::new();
    let x = scalar_constant(&mut g, 0.5)?;
    let image = g.constant(Tensor::new(Shape::new(&[2, 2, 2, 1])?, vec![0.5f32; 8])?)?;
    let sound = g.constant(Tensor::new(Shape::new(&[1, 16])?, vec![0.5f32; 16])?)?;
    let words = g.constant(Tensor::string("# words"))?;
    summary::scalar(&mut g, "loss", &x)?;
    summary::histogram(&mut g, "weights", &image)?;
    summary::image(&mut g, "digits", &image, 2)?;
    summary::audio(&mut g, "beep", &sound, 8000.0, 1)?;
    summary::text(&mut g, "words", &words)?;
    let merged = summary::merge_all(&mut g)?.unwrap();

    let session = Session::local()?;
    let writer = SummaryWriter::new(directory.path())?;
    writer.add_graph(&g)?;
    writer.add_meta_graph(b"meta".to_vec());
    writer.add_session_log(SessionEvent::Start, 0);
    let (found, metadata) = session.step(&mut g).fetch(&merged).run_traced()?;
    writer.add_summary(&found[0].as_strings()?[0], 7)?;
    writer.add_run_metadata("step 7", &metadata, 7)?;
    writer.add_scalar("rate", 100.0, 8);
    writer.add_text("note", "saved", 8);
    writer.add_session_log(SessionEvent::Checkpoint("run/model-8".to_owned()), 8);
    let error = writer.add_run_metadata("step 7", &metadata, 9).unwrap_err();
    assert!(error.code == Code::InvalidArgument && error.message.contains("step 7"), "{error}");
    assert_eq!(writer.add_summary(&[0xff; 4], 9).unwrap_err().code, Code::InvalidArgument);
    writer.flush()?;
    let seen = events(directory.path());
    writer.add_session_log(SessionEvent::Stop, 9);
    writer.close()?;

    let expected = [
        ("loss", "scalar"),
        ("weights", "histogram"),
        ("digits/image/0", "image"),
        ("digits/image/1", "image"),
        ("beep/audio", "audio"),
        ("words", "tensor"),
        ("rate", "scalar"),
        ("note", "tensor"),
    ];
    assert_eq!(values(&seen), expected.map(|(tag, kind)| (tag.to_owned(), kind)));
    assert!(matches!(&seen[1].what, Some(What::GraphDef(graph)) if *graph == g.to_proto_bytes().unwrap()));
    assert!(matches!(&seen[2].what, Some(What::MetaGraphDef(bytes)) if bytes == "meta"));
    let steps: Vec<i64> = seen.iter().map(|event| event.step).collect();
    assert_eq!(steps, [0, 0, 0, 0, 7, 7, 8, 8, 8]);
    assert!(seen.is_sorted_by(|a, b| a.wall_time <= b.wall_time));
    let last = events(directory.path()).pop().unwrap();
    assert!(matches!(last.what, Some(What::SessionLog(log)) if log.status == SessionStatus::Stop as i32));
    Ok(())
}

#[test]
fn threads_share_a_writer_and_nothing_is_lost() -> Result<()> {
    let directory = tempfile::tempdir().unwrap();
    let writer = Arc::new(SummaryWriter::new(directory.path())?);
    let work = |name: usize| {
        let writer = Arc::clone(&writer);
        thread::spawn(move || (0..1000).for_each(|step| writer.add_scalar(&format!("worker{name}"), step as f32, step)))
    };
    (0..4).map(work).collect::<Vec<_>>().into_iter().for_each(|thread| thread.join().unwrap());
    drop(writer);
    let curves = read_scalars(directory.path())?;
    assert_eq!(curves.values().map(Vec::len).collect::<Vec<_>>(), [1000; 4]);
    Ok(())
}

#[test]
fn a_directory_that_is_a_file_is_refused_at_once() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("file");
    fs::write(&file, "").unwrap();
    let error = SummaryWriter::new(file.join("run")).err().unwrap();
    assert!(error.message.contains(file.to_str().unwrap()), "{error}");
}

#[test]
fn a_traced_step_of_two_tasks_is_a_trace_of_two_processes() -> Result<()> {
    let cluster = LocalCluster::start(&[("ps", 1), ("worker", 1)])?;
    let mut g = Graph::new();
    let x = g.device("/job:ps/task:0", |g| g.constant(Tensor::scalar(2.0f32)))?;
    let y = g.device("/job:worker/task:0", |g| g.node("Mul", "product").input(&x).input(&x).finish())?;
    let session = Session::new(&cluster.target("worker", 0)?)?;
    let (found, metadata) = session.step(&mut g).fetch(&y).run_traced()?;
    assert_eq!(found[0].single::<f32>()?, 4.0);

    let trace: serde_json::Value = serde_json::from_str(&metadata.chrome_trace()).unwrap();
    let all = trace["traceEvents"].as_array().unwrap();
    let named = |process: &str| {
        all.iter()
            .find(|event| event["ph"] == "M" && event["args"]["name"].as_str().unwrap().contains(process))
            .unwrap()
    };
    let (ps, worker) = (&named("/job:ps")["pid"], &named("/job:worker")["pid"]);
    assert_ne!(ps, worker);
    let product = all.iter().find(|event| event["args"]["name"] == "product").expect("the node is in the trace");
    assert_eq!((&product["name"], &product["ph"], &product["pid"]), (&"Mul".into(), &"X".into(), worker));
    assert!(product["ts"].as_i64().unwrap() > 0 && product["dur"].as_i64().unwrap() >= 0);
    Ok(())
}
