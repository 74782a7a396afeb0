//! Steps that cannot be run, and tensors that nobody sends.

use super::*;

#[test]
fn steps_that_cannot_be_run() {
    run(async {
        let fixture = Fixture::start();
        let session_handle = fixture.create(graph_to_proto(&good_graph()?)).await?;
        let x = || feed("x:0", tensor(&[2], vec![0; 8]));
        let y = || feed("y:0", one());
        let step = |feed: Vec<pb::NamedTensorProto>, fetch: &[&str], target: &[&str]| pb::RunStepRequest {
            session_handle: session_handle.clone(),
            feed,
            fetch: fetch.iter().map(|name| (*name).into()).collect(),
            target: target.iter().map(|name| (*name).into()).collect(),
            ..Default::default()
        };
        let bad = [Code::InvalidArgument];
        let missing = [Code::NotFound];
        fixture.check_step(step(vec![], &[], &[]), &bad, &["at least one target"]).await;
        fixture.check_step(step(vec![], &["absent:0"], &[]), &missing, &["absent"]).await;
        fixture.check_step(step(vec![], &[], &["absent"]), &missing, &["absent"]).await;
        fixture.check_step(step(vec![x(), y(), feed("absent:0", one())], &["sum:0"], &[]), &missing, &["absent"]).await;
        fixture.check_step(step(vec![x(), y()], &["sum:3"], &[]), &bad, &["sum"]).await;
        fixture.check_step(step(vec![x(), y()], &["sum:"], &[]), &bad, &["sum:"]).await;
        fixture.check_step(step(vec![x(), y(), y()], &["sum:0"], &[]), &bad, &["y:0"]).await;
        fixture.check_step(step(vec![x(), y()], &["x:0"], &[]), &bad, &["x:0"]).await;
        fixture.check_step(step(vec![x()], &["sum:0"], &[]), &bad, &["{{node y}}"]).await;
        fixture
            .check_step(
                step(vec![], &["v:0"], &[]),
                &[Code::FailedPrecondition],
                &["uninitialized value v", "/job:ps/replica:0/task:0"],
            )
            .await;
        let wrong_type = feed("y:0", tensor_to_proto(&Tensor::scalar(1i32)));
        fixture.check_step(step(vec![x(), wrong_type], &["sum:0"], &[]), &bad, &["y:0"]).await;
        let wrong_shape = feed("x:0", tensor(&[3], vec![0; 12]));
        fixture.check_step(step(vec![wrong_shape, y()], &["sum:0"], &[]), &bad, &["x:0"]).await;
        let unfit = feed("y:0", tensor(&[3], vec![0; 12]));
        fixture.check_step(step(vec![x(), unfit], &["sum:0"], &[]), &bad, &["{{node sum}}"]).await;
        for (sizes, bytes) in
            [(vec![1 << 40, 1 << 40], 0), (vec![2, 2], 12), (vec![1], 12), (vec![-1], 4), (vec![1 << 40], 4)]
        {
            let odd = feed("y:0", tensor(&sizes, vec![0; bytes]));
            fixture.check_step(step(vec![x(), odd], &["sum:0"], &[]), &bad, &["y:0"]).await;
        }
        let strange = pb::TensorProto { dtype: 999, ..one() };
        fixture.check_step(step(vec![x(), feed("y:0", strange)], &["sum:0"], &[]), &bad, &["y:0"]).await;
        let empty = pb::NamedTensorProto { name: "y:0".into(), tensor: None };
        fixture.check_step(step(vec![x(), empty], &["sum:0"], &[]), &bad, &["y:0"]).await;
        // A step may be wrong in some way no caller thought of; the session goes on.
        let good = fixture.step(step(vec![x(), y()], &["sum:0"], &[])).await?;
        assert_eq!(good.tensor.len(), 1);
        Ok(())
    });
}

#[test]
fn tensors_that_cannot_be_received() {
    run(async {
        let fixture = Fixture::start();
        let incarnation = fixture.incarnation().await?;
        let bad = [Code::InvalidArgument];
        let key = |device: &str, incarnation: u64| format!("{device};{incarnation:016x};{PS_CPU};edge_1_a;0:0");
        let receive = |rendezvous_key: String, request_id: i64| pb::RecvTensorRequest {
            step_id: 77,
            rendezvous_key,
            request_id,
            ..Default::default()
        };
        for malformed in ["", "a", ";;;;", "a;b;c;d;e;f", "a;1;b;c", "a;1;b;c;0", "a;xyz;b;c;0:0", "a;1;b;c;x:y"] {
            fixture.check(WORKER[8], receive(malformed.into(), 0), &bad, &[]).await;
        }
        fixture
            .check(WORKER[8], receive(key(PS_CPU, incarnation), 0), &bad, &[PS_CPU, "/job:worker/replica:0/task:0"])
            .await;
        let gpu = WORKER_0_CPU.replace("CPU:0", "GPU:7");
        fixture.check(WORKER[8], receive(key(&gpu, incarnation), 0), &bad, &[&gpu]).await;
        let restarted = ["incarnation", "/job:worker/replica:0/task:0"];
        fixture.check(WORKER[8], receive(key(WORKER_0_CPU, incarnation ^ 1), 0), &[Code::Aborted], &restarted).await;
        fixture.check(WORKER[8], receive("odd".into(), 501), &bad, &[]).await;
        fixture
            .check(
                WORKER[8],
                receive(key(WORKER_0_CPU, incarnation), 501),
                &[Code::Aborted],
                &["RecvTensor", "received twice"],
            )
            .await;

        // One that nobody sends waits for as long as its caller does, and can be asked for again.
        let good = receive(key(WORKER_0_CPU, incarnation), 0);
        for _ in 0..2 {
            let options =
                CallOptions { deadline: Some(Instant::now() + Duration::from_millis(100)), wait_for_ready: true };
            let waiting = fixture.channel.call(WORKER[8], Message::from(good.encode_to_vec()), options).await;
            check_failure(waiting.map(drop), &[Code::DeadlineExceeded], &[]);
        }
        // And comes when it is sent.
        let (channel, request) = (fixture.channel.clone(), good.clone());
        let waiting =
            tokio::spawn(async move { call::<_, pb::RecvTensorResponse>(&channel, WORKER[8], &request).await });
        let text = |value: &str| pb::attr_value::Value::S(value.as_bytes().to_vec().into());
        let attrs = [
            ("T", float()),
            ("tensor_name", text("edge_1_a")),
            ("send_device", text(WORKER_0_CPU)),
            ("recv_device", text(PS_CPU)),
            ("send_device_incarnation", pb::attr_value::Value::I(incarnation as i64)),
        ];
        let send = node("send", "_Send", &["c"], WORKER_0_CPU, &attrs);
        let register = pb::RegisterGraphRequest {
            graph_def: Some(graph(vec![constant("c", WORKER_0_CPU, one()), send])),
            ..Default::default()
        };
        let registered: pb::RegisterGraphResponse = call(&fixture.channel, WORKER[3], &register).await?;
        let run = pb::RunGraphRequest { graph_handle: registered.graph_handle, step_id: 77, ..Default::default() };
        let _: pb::RunGraphResponse = call(&fixture.channel, WORKER[5], &run).await?;
        let received = soon(waiting).await.expect("no panic")?;
        assert_eq!(received.tensor.expect("a tensor").dtype, DType::Float.number());
        let _: pb::CleanupGraphResponse =
            call(&fixture.channel, WORKER[6], &pb::CleanupGraphRequest { step_id: 77 }).await?;
        fixture.cluster.check_good_step().await;
        Ok(())
    });
}
