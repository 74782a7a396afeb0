//! Bytes that are no message, and messages that say nothing.

use super::*;

/// A valid message for each method that takes one, to be cut short.
fn valid_messages(session: &str) -> Result<Vec<(&'static str, Vec<u8>)>> {
    let session_handle = session.to_owned();
    let graph_def = Some(graph_to_proto(&good_graph()?));
    let options = pb::CallableOptions {
        fetch: vec!["sum:0".into()],
        feed: vec!["x:0".into(), "y:0".into()],
        ..Default::default()
    };
    let (x, y) = (tensor(&[2], vec![0; 8]), one());
    let key =
        "/job:worker/replica:0/task:0/device:CPU:0;0000000000000001;/job:ps/replica:0/task:0/device:CPU:0;edge_1_a;0:0";
    Ok(vec![
        (MASTER[0], pb::CreateSessionRequest { graph_def: graph_def.clone(), ..Default::default() }.encode_to_vec()),
        (
            MASTER[1],
            pb::ExtendSessionRequest {
                session_handle: session_handle.clone(),
                graph_def: graph_def.clone(),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            MASTER[3],
            pb::RunStepRequest {
                session_handle: session_handle.clone(),
                feed: vec![feed("x:0", x.clone()), feed("y:0", y.clone())],
                fetch: vec!["sum:0".into()],
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            MASTER[7],
            pb::MakeCallableRequest {
                session_handle: session_handle.clone(),
                options: Some(options),
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (MASTER[8], pb::RunCallableRequest { session_handle, feed: vec![x, y], ..Default::default() }.encode_to_vec()),
        (WORKER[3], pb::RegisterGraphRequest { graph_def, ..Default::default() }.encode_to_vec()),
        (
            WORKER[5],
            pb::RunGraphRequest {
                graph_handle: "1".into(),
                send: vec![feed(key, one())],
                recv_key: vec![key.into()],
                ..Default::default()
            }
            .encode_to_vec(),
        ),
        (
            WORKER[8],
            pb::RecvTensorRequest { step_id: 7, rendezvous_key: key.into(), ..Default::default() }.encode_to_vec(),
        ),
    ])
}

#[test]
fn nothing_at_all() {
    run(async {
        let fixture = Fixture::start();
        for path in MASTER.into_iter().chain(WORKER) {
            let method = path.rsplit('/').next().unwrap_or(path);
            let expected = match method {
                // An empty graph, all sessions, all devices, the session of old masters.
                "CreateSession"
                | "Reset"
                | "ListDevices"
                | "GetStatus"
                | "CreateWorkerSession"
                | "DeleteWorkerSession" => None,
                "RegisterGraph" | "CleanupGraph" | "CleanupAll" | "Logging" | "MarkRecvFinished" => None,
                "RecvTensor" => Some(Code::InvalidArgument),
                // An unknown session, an unknown graph.
                _ => Some(Code::Aborted),
            };
            let code = fixture.bytes(path, Vec::new()).await.err().map(|status| status.code);
            assert_eq!(code, expected, "{method}");
            fixture.cluster.check_good_step().await;
        }
        for path in ABSENT {
            check_failure(fixture.bytes(path, Vec::new()).await, &[Code::Unimplemented], &[]);
        }
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn bytes_that_are_no_message() {
    run(async {
        let fixture = Fixture::start();
        for path in MASTER.into_iter().chain(WORKER) {
            let refused = fixture.bytes(path, NO_MESSAGE.to_vec()).await;
            check_failure(refused, &[Code::Internal], &["Unable to parse request"]);
        }
        fixture.cluster.check_good_step().await;
        for seed in 0..40u64 {
            let mut random = SmallRng::seed_from_u64(seed);
            for path in MASTER.into_iter().chain(WORKER) {
                let bytes: Vec<u8> = (0..random.random_range(1..200)).map(|_| random.random()).collect();
                // Some happen to be messages; whatever comes back, it does come back.
                let answer = fixture.bytes(path, bytes).await;
                let late = answer.is_err_and(|status| status.code == Code::DeadlineExceeded);
                assert!(!late, "{path} did not answer to the bytes of seed {seed}");
            }
        }
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}

#[test]
fn messages_cut_short_or_damaged() {
    run(async {
        let fixture = Fixture::start();
        let session = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let mut random = SmallRng::seed_from_u64(1);
        for (path, message) in valid_messages(&session)? {
            for turn in 0..60 {
                let mut bytes = message.clone();
                match turn % 2 {
                    0 => bytes.truncate(random.random_range(0..bytes.len())),
                    _ => {
                        let at = random.random_range(0..bytes.len());
                        bytes[at] = random.random();
                    }
                }
                let answer = fixture.bytes(path, bytes).await;
                // A receive whose key is still good waits, as it should.
                let late = path != WORKER[8] && answer.is_err_and(|status| status.code == Code::DeadlineExceeded);
                assert!(!late, "{path} did not answer to turn {turn}");
            }
            fixture.cluster.check_good_step().await;
        }
        Ok(())
    });
}
