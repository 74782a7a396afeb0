//! Downloads from a small server in this process that does what servers do, the bad things among them.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::time::Duration;

use indicatif::ProgressBar;
use ureq::Agent;

use super::{Item, Outcome, fetch};

/// `sha256` is that of the ten digits.
const ITEM: Item =
    Item { name: "digits.gz", bytes: 10, sha256: "84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882" };

/// Answers every request with these bytes and hangs up; the URL to ask at.
fn server(response: &'static str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}/sets/", listener.local_addr().expect("the address is known"));
    std::thread::spawn(move || listener.incoming().flatten().for_each(|stream| answer(stream, response)));
    url
}

fn answer(mut stream: TcpStream, response: &str) {
    stream.set_read_timeout(Some(Duration::from_secs(10))).expect("ten seconds are no bad timeout");
    let mut lines = BufReader::new(&stream).lines().map_while(Result::ok);
    let request = lines.next().unwrap_or_default();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    // A client that has hung up fails its own test.
    let response = if request.starts_with("GET /sets/digits.gz ") { response } else { "HTTP/1.1 400 Strange\r\n\r\n" };
    let _ = stream.write_all(response.as_bytes());
}

fn get(mirrors: &[&str], directory: &Path) -> Result<Outcome, String> {
    // A proxy of the environment could not reach this process.
    let agent: Agent = Agent::config_builder().http_status_as_error(false).proxy(None).build().new_agent();
    fetch(&agent, mirrors, &ITEM, directory, &ProgressBar::hidden()).map_err(|error| format!("{error:#}"))
}

/// Fails from this server, with this text, and leaves nothing behind.
fn check_fails(mirror: &str, expected: &str) {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let error = get(&[mirror], directory.path()).expect_err("the download fails");
    let place =
        format!("cannot get {}/digits.gz\n  {}/digits.gz: ", directory.path().display(), mirror.trim_end_matches('/'));
    assert!(error.starts_with(&place) && error.contains(expected), "{error}");
    let left = std::fs::read_dir(directory.path()).expect("the directory can be read").count();
    assert_eq!(left, 0, "something was left behind");
}

const GOOD: &str = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123456789";
const ABSENT: &str = "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnope";

#[test]
fn a_file_is_downloaded_once() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let mirror = server(GOOD);
    let url = format!("{mirror}digits.gz");
    assert_eq!(get(&[&mirror], directory.path()), Ok(Outcome::Downloaded { url: url.clone() }));
    let path = directory.path().join("digits.gz");
    assert_eq!(std::fs::read(&path).expect("the file is there"), b"0123456789");
    // Nobody is asked any more.
    assert_eq!(get(&[], directory.path()), Ok(Outcome::AlreadyThere));
    // A file that is not right is no file.
    for wrong in ["0123456780", "", "01234567890"] {
        std::fs::write(&path, wrong).expect("the file can be written");
        assert_eq!(get(&[&mirror], directory.path()), Ok(Outcome::Downloaded { url: url.clone() }));
    }
}

#[test]
fn the_next_mirror_is_asked() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let (absent, good) = (server(ABSENT), server(GOOD));
    let url = format!("{good}digits.gz");
    assert_eq!(get(&[&absent, &good], directory.path()), Ok(Outcome::Downloaded { url }));
}

#[test]
fn what_servers_do_wrong_is_told() {
    check_fails(&server(ABSENT), "the server answered 404 Not Found");
    let wrong = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n9876543210";
    check_fails(
        &server(wrong),
        "the checksum is wrong: SHA-256 7619ee8cea49187f309616e30ecf54be072259b43760f1f550a644945d5572f2",
    );
    check_fails(&server("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n012"), "cut off after 3 of 10 bytes: ");
    check_fails(&server("HTTP/1.1 200 OK\r\n\r\n012"), "10 bytes were expected, but 3 came");
    check_fails(&server("HTTP/1.1 200 OK\r\n\r\n0123456789abc"), "10 bytes were expected, but more came");
    check_fails(&server("What?\r\n\r\n"), "");
    check_fails(&server(""), "");
}

#[test]
fn a_server_that_is_not_there_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("the address is known"));
    drop(listener);
    check_fails(&url, "Connection refused");
    check_fails("no url at all", "");
}

#[test]
fn a_directory_that_cannot_be_written_is_told() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let absent = directory.path().join("absent");
    let error = get(&[&server(GOOD)], &absent).expect_err("there is no such directory");
    assert!(error.starts_with(&format!("cannot write {}/digits.gz: ", absent.display())), "{error}");
    // A directory in the place of the file.
    std::fs::create_dir(directory.path().join("digits.gz")).expect("a directory can be made");
    let error = get(&[&server(GOOD)], directory.path()).expect_err("a directory is in the way");
    assert!(error.contains("digits.gz"), "{error}");
}
