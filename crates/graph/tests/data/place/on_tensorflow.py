"""Runs the graphs of this folder on a real TensorFlow cluster and prints where it put the nodes.

    python on_tensorflow.py [--update] [case.txt ...]

Needs tensorflow and grpcio. Without --update the answers are compared with the files' and differences printed. Cases with a
GPU or with made-up kernels are skipped: the cluster has what this machine has. Cases that say `differs:` are shown only.
"""
import collections, glob, os, re, socket, subprocess, sys, time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "0")
HERE = os.path.dirname(os.path.abspath(__file__))
NODE = re.compile(r"^(\S+) = (\w+)(?:\(([^)]*)\))?(?: @(\S+))?(?: loc:(\S+))?(?: \{(.*)\})?$")


def serve(spec, job, task):
    import json
    import tensorflow.compat.v1 as tf
    server = tf.train.Server(tf.train.ClusterSpec(json.loads(spec)), job_name=job, task_index=int(task))
    print("SERVING", flush=True)
    server.join()


def read_case(path):
    case = collections.defaultdict(str, calls=[[]], path=path)
    text = open(path).read()
    head, _, case["expected"] = text.partition("\n----\n")
    case["head"] = head
    for line in head.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line == "soft":
            case["soft"] = "yes"
        elif line == "extend":
            case["calls"].append([])
        elif NODE.match(line):
            case["calls"][-1].append(NODE.match(line).groups())
        else:
            key, _, value = line.partition(":")
            case[key] = value.strip()
    return case


def graph_def(nodes):
    from tensorflow.core.framework import graph_pb2
    from tensorflow.python.framework import dtypes, op_def_registry
    graph = graph_pb2.GraphDef()
    graph.versions.producer = 2474
    for name, op, inputs, device, loc, attrs in nodes:
        node = graph.node.add(name=name, op=op, device=device or "")
        node.input.extend(i.strip() for i in (inputs or "").split(",") if i.strip())
        given = dict(a.strip().split("=", 1) for a in (attrs or "").split(";") if a.strip())
        op_def = op_def_registry.get(op)
        for attr in op_def.attr if op_def else []:
            if attr.name in given:
                value = given[attr.name]
                if attr.type == "type":
                    node.attr[attr.name].type = dtypes.as_dtype(value).as_datatype_enum
                elif attr.type == "int":
                    node.attr[attr.name].i = int(value)
                elif attr.type == "string":
                    node.attr[attr.name].s = value.encode()
                else:
                    raise ValueError(attr.type)
            elif attr.HasField("default_value"):
                continue
            elif attr.type == "type":
                node.attr[attr.name].type = 1
            elif attr.type == "shape":
                node.attr[attr.name].shape.SetInParent()
            elif attr.type == "tensor":
                t = node.attr[attr.name].tensor
                t.dtype = dtypes.as_dtype(given.get("dtype", "float32")).as_datatype_enum
                t.tensor_shape.SetInParent()
            elif attr.type == "string":
                node.attr[attr.name].s = b"x"
            elif attr.type == "list(type)":
                node.attr[attr.name].list.type.append(1)
            else:
                raise ValueError((op, attr.name))
        if loc:
            node.attr["_class"].list.s.extend(("loc:@" + l).encode() for l in loc.split(","))
    return graph


def field(number, data):
    if isinstance(data, int):
        return bytes([number << 3]) + varint(data)
    return bytes([number << 3 | 2]) + varint(len(data)) + data


def varint(n):
    out = b""
    while n > 127:
        out, n = out + bytes([n & 127 | 128]), n >> 7
    return out + bytes([n])


class Cluster:
    def __init__(self, jobs):
        import json
        self.spec = {}
        socks = []
        for job, count in jobs.items():
            for _ in range(count):
                sock = socket.socket()
                sock.bind(("127.0.0.1", 0))
                socks.append(sock)
                self.spec.setdefault(job, []).append("127.0.0.1:%d" % sock.getsockname()[1])
        for sock in socks:
            sock.close()
        self.servers, self.logs = [], {}
        for job, hosts in self.spec.items():
            for task in range(len(hosts)):
                log = open(os.path.join(os.environ.get("TMPDIR", "/tmp"), "place-%d-%s-%d.log" % (os.getpid(), job, task)), "w+")
                self.logs[job, task] = log
                self.servers.append(subprocess.Popen(
                    [sys.executable, os.path.abspath(__file__), "--serve", json.dumps(self.spec), job, str(task)],
                    stdout=log, stderr=log))
        for log in self.logs.values():
            while "SERVING" not in open(log.name).read() and all(s.poll() is None for s in self.servers):
                time.sleep(0.2)

    def place(self, case):
        import grpc
        from tensorflow.core.protobuf import config_pb2
        job, task = re.match(r"/job:(\w+)/task:(\d+)", case["local"] or "/job:worker/task:0").groups()
        channel = grpc.insecure_channel(self.spec[job][int(task)])
        call = lambda m, b: channel.unary_unary("/tensorflow.MasterService/" + m)(b, timeout=60)
        config = config_pb2.ConfigProto(log_device_placement=True, allow_soft_placement=bool(case["soft"]))
        log = open(self.logs[job, int(task)].name)
        log.seek(0, 2)
        names = [n[0] for nodes in case["calls"] for n in nodes]
        try:
            answer = call("CreateSession", field(1, graph_def(case["calls"][0]).SerializeToString())
                          + field(2, config.SerializeToString()))
            handle = answer[2:2 + answer[1]]
            for version, nodes in enumerate(case["calls"][1:]):
                time.sleep(0.3)
                log.seek(0, 2)
                call("ExtendSession", field(1, handle) + field(2, graph_def(nodes).SerializeToString()) + field(3, version))
            time.sleep(0.3)
            found = dict(re.findall(r"^(\S+): \(\w+\): (/job:\S+)$", log.read(), re.M))
            call("CloseSession", field(1, handle))
            return "".join("%s -> %s\n" % (n, found.get(n, "?")) for n in names)
        except grpc.RpcError as e:
            return "error %s: %s\n" % (e.code().name, e.details())


def main():
    update = "--update" in sys.argv
    paths = [a for a in sys.argv[1:] if not a.startswith("--")] or sorted(glob.glob(HERE + "/*.txt"))
    clusters, failed = {}, 0
    try:
        for path in paths:
            case = read_case(path)
            name = os.path.basename(path)
            if case["gpus"] or case["gpu_kernels"] or case["no_kernel"]:
                print("skipped", name)
                continue
            jobs = case["cluster"] or "ps=1 worker=2"
            if jobs not in clusters:
                clusters[jobs] = Cluster({j: int(n) for j, n in (p.split("=") for p in jobs.split())})
            answer = clusters[jobs].place(case)
            if case["differs"]:
                print("differs", name, "\n" + answer)
            elif answer == case["expected"]:
                print("same", name)
            elif update:
                open(path, "w").write(case["head"] + "\n----\n" + answer)
                print("updated", name)
            else:
                failed += 1
                print("DIFFERENT", name, "\nTensorFlow:\n" + answer + "\nfile:\n" + case["expected"])
    finally:
        for cluster in clusters.values():
            for server in cluster.servers:
                server.terminate()
    sys.exit(failed > 0)


if __name__ == "__main__":
    serve(*sys.argv[2:]) if sys.argv[1:2] == ["--serve"] else main()
