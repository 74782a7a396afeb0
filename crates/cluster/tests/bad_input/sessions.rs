//! Sessions, graphs and steps that nobody has opened, and some that come twice.

use super::*;

#[test]
fn sessions_and_handles_that_nobody_gave() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = "feedfacefeedface".to_owned();
        let found = ["feedfacefeedface", "is not found"];
        let ended = [Code::Aborted];
        let unknown = |session_handle: &String| pb::RunStepRequest {
            session_handle: session_handle.clone(),
            fetch: vec!["x:0".into()],
            ..Default::default()
        };
        fixture.check_step(unknown(&session_handle), &ended, &found).await;
        fixture
            .check(
                MASTER[1],
                pb::ExtendSessionRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[2],
                pb::PartialRunSetupRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(MASTER[4], pb::CloseSessionRequest { session_handle: session_handle.clone() }, &ended, &found)
            .await;
        fixture
            .check(
                MASTER[5],
                pb::ListDevicesRequest { session_handle: session_handle.clone() },
                &[Code::InvalidArgument],
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[7],
                pb::MakeCallableRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[8],
                pb::RunCallableRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;
        fixture
            .check(
                MASTER[9],
                pb::ReleaseCallableRequest { session_handle: session_handle.clone(), ..Default::default() },
                &ended,
                &found,
            )
            .await;

        let told = ["Session handle is not found", "feedfacefeedface", "/job:worker/replica:0/task:0"];
        let register = pb::RegisterGraphRequest {
            session_handle: session_handle.clone(),
            create_worker_session_called: true,
            ..Default::default()
        };
        fixture.check(WORKER[3], register, &ended, &told).await;
        let run = pb::RunGraphRequest {
            session_handle: session_handle.clone(),
            create_worker_session_called: true,
            ..Default::default()
        };
        fixture.check(WORKER[5], run, &ended, &told).await;
        let run = pb::RunGraphRequest { graph_handle: "cafe".into(), step_id: 5, ..Default::default() };
        fixture.check(WORKER[5], run.clone(), &ended, &["Graph handle is not found: cafe"]).await;
        let in_body = pb::RunGraphRequest { store_errors_in_response_body: true, ..run };
        let response: pb::RunGraphResponse = call(&fixture.channel, WORKER[5], &in_body).await?;
        assert_eq!(Code::from_i32(response.status_code), Code::Aborted);
        fixture
            .check(
                WORKER[4],
                pb::DeregisterGraphRequest { graph_handle: "cafe".into(), ..Default::default() },
                &ended,
                &["cafe"],
            )
            .await;

        let session_handle = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let partial = pb::RunStepRequest { partial_run_handle: "77".into(), ..unknown(&session_handle) };
        fixture.check_step(partial, &[Code::InvalidArgument], &["partial"]).await;
        let callable = pb::RunCallableRequest { session_handle, handle: 77, ..Default::default() };
        fixture.check(MASTER[8], callable, &[Code::InvalidArgument], &["77"]).await;
        Ok(())
    });
}

#[test]
fn requests_that_come_twice() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let twice = [Code::Aborted];
        let step = pb::RunStepRequest {
            session_handle: session_handle.clone(),
            feed: vec![feed("x:0", tensor(&[2], vec![0; 8])), feed("y:0", one())],
            fetch: vec!["sum:0".into()],
            request_id: -42,
            ..Default::default()
        };
        fixture.step(step.clone()).await?;
        fixture.check_step(step.clone(), &twice, &["RunStep", "received twice"]).await;
        // Zero is no id.
        for _ in 0..2 {
            fixture.step(pb::RunStepRequest { request_id: 0, ..step.clone() }).await?;
        }
        let setup = pb::PartialRunSetupRequest {
            session_handle: session_handle.clone(),
            fetch: vec!["sum:0".into()],
            feed: vec!["x:0".into(), "y:0".into()],
            request_id: 43,
            ..Default::default()
        };
        let _: pb::PartialRunSetupResponse = call(&fixture.channel, MASTER[2], &setup).await?;
        fixture.check(MASTER[2], setup, &twice, &["PartialRunSetup"]).await;
        let options = pb::CallableOptions {
            fetch: vec!["sum:0".into()],
            feed: vec!["x:0".into(), "y:0".into()],
            ..Default::default()
        };
        let make =
            pb::MakeCallableRequest { session_handle: session_handle.clone(), options: Some(options), request_id: 44 };
        let made: pb::MakeCallableResponse = call(&fixture.channel, MASTER[7], &make).await?;
        fixture.check(MASTER[7], make, &twice, &["MakeCallable"]).await;
        let call_it = pb::RunCallableRequest {
            session_handle: session_handle.clone(),
            handle: made.handle,
            feed: vec![tensor(&[2], vec![0; 8]), one()],
            request_id: 45,
        };
        let _: pb::RunCallableResponse = call(&fixture.channel, MASTER[8], &call_it).await?;
        fixture.check(MASTER[8], call_it.clone(), &twice, &["RunCallable"]).await;
        let too_few = pb::RunCallableRequest { feed: vec![tensor(&[2], vec![0; 8])], request_id: 0, ..call_it.clone() };
        fixture.check(MASTER[8], too_few, &[Code::InvalidArgument], &["2", "1"]).await;
        let too_many = pb::RunCallableRequest { feed: vec![one(), one(), one()], request_id: 0, ..call_it };
        fixture.check(MASTER[8], too_many, &[Code::InvalidArgument], &["2", "3"]).await;

        let register = pb::RegisterGraphRequest {
            graph_def: Some(graph(vec![constant("c", WORKER_0_CPU, one())])),
            ..Default::default()
        };
        let registered: pb::RegisterGraphResponse = call(&fixture.channel, WORKER[3], &register).await?;
        let run = pb::RunGraphRequest {
            graph_handle: registered.graph_handle,
            step_id: 9,
            request_id: 46,
            ..Default::default()
        };
        let _: pb::RunGraphResponse = call(&fixture.channel, WORKER[5], &run).await?;
        fixture.check(WORKER[5], run, &twice, &["RunGraph", "received twice"]).await;
        Ok(())
    });
}
