//! Python programs: a failure of theirs is a failure of the test, however they end, and none is left.

use std::{panic::catch_unwind, path::Path, time::Duration};

use regatta_testkit::Python;

fn ending(how: &str) -> Python {
    Python::script("tests/python/ending.py").arg(how)
}

/// The message with which a program that fails ends its test.
fn failure(program: Python) -> String {
    let panic = catch_unwind(|| drop(program.run())).expect_err("it fails");
    *panic.downcast::<String>().expect("a message")
}

#[test]
fn a_program_is_run_where_its_test_is_with_tensorflow_there_already() {
    let done = ending("0").run();
    let directory = std::env::current_dir().unwrap();
    assert!(done.stdout.ends_with(&format!("in {}, True", directory.display())), "{}", done.stdout);
    assert_eq!(done.stderr, "a complaint");
}

#[test]
fn how_a_program_fails_is_told() {
    for (how, words) in [("3", "exit status: 3"), ("raise", "ValueError: as asked"), ("kill", "exit status: 137")] {
        let message = failure(ending(how));
        assert!(message.contains(words) && message.contains("a complaint"), "{how}: {message}");
    }
    let absent = failure(Python::script("tests/python/absent.py"));
    assert!(absent.contains("absent.py") && absent.contains("No such file"), "{absent}");
}

#[test]
fn a_program_that_hangs_is_ended() {
    let message = failure(ending("hang").timeout(Duration::from_secs(5)));
    assert!(message.contains("was still running after 5s"), "{message}");
    let printed = message.split_once("process ").expect("its line").1;
    let process = printed.split_once(' ').expect("its number").0;
    let status = Path::new("/proc").join(process).join("stat");
    let is_alive = || std::fs::read_to_string(&status).is_ok_and(|stat| !stat.contains(") Z "));
    let begun = std::time::Instant::now();
    while is_alive() {
        assert!(begun.elapsed() < Duration::from_secs(60), "process {process} outlived its test");
        std::thread::sleep(Duration::from_millis(10));
    }
}
