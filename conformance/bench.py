"""Times the kernels of every op that its file names in `bench()`: TensorFlow's on one thread, and Regatta's on one.

usage: python bench.py --tool PATH [NAME ...]

TensorFlow runs the node many times in one step, each after the other, with inputs from variables, so that nothing is
folded; a step of half as many is subtracted, so that what a step itself costs does not count. Regatta's kernel is called
by `graph_tool`. The two take turns, and the fastest of several turns counts. Bigger ratios are better for Regatta. A busy
machine spoils the numbers.
"""
import argparse
import os
import pathlib
import time

# The rival at its best; the conformance run does without.
os.environ["TF_ENABLE_ONEDNN_OPTS"] = "1"
from harness import GraphTool, apply_op, config, np, op_def_registry, tf, v1
from run import HERE, load

TURNS = 4
# Seconds of one turn of one program.
SPAN = 0.15


class Theirs:
    """A case in a TensorFlow session, ready to be timed."""

    def __init__(self, case):
        self.case = case
        self.build(2)
        once = min(self.time(2) for _ in range(3)) / 2
        self.count = int(min(max(SPAN / 3 / max(once, 1e-7), 2), 400))
        self.session.close()
        self.build(2 * self.count)
        self.short = self.long = float("inf")

    def build(self, count):
        case = self.case
        with v1.Graph().as_default() as graph:
            inputs, set_up, feeds = [], [], {}
            op_def = op_def_registry.get(case.op)
            for k, value in enumerate(case.inputs):
                dtype = tf.as_dtype(value.dtype)
                first = v1.placeholder(dtype, value.shape)
                feeds[first] = value
                if k < case.variables and op_def.input_arg[k].is_ref:
                    inputs.append(tf.raw_ops.VariableV2(shape=value.shape, dtype=dtype, shared_name=f"v{k}"))
                    set_up.append(tf.raw_ops.Assign(ref=inputs[-1], value=first).op)
                    continue
                handle = tf.raw_ops.VarHandleOp(dtype=dtype, shape=value.shape, shared_name=f"v{k}")
                set_up.append(tf.raw_ops.AssignVariableOp(resource=handle, value=first))
                inputs.append(handle if k < case.variables
                              else tf.raw_ops.ReadVariableOp(resource=handle, dtype=dtype))
            self.nodes, before = [], []
            for number in range(count):
                with tf.control_dependencies(before):
                    apply_op(case.op, inputs, case.attrs, case.counts, f"n{number}")
                self.nodes.append(graph.get_operation_by_name(f"n{number}"))
                before = [self.nodes[-1]]
            self.session = v1.Session(graph=graph, config=config(threads=1))
            self.session.run(set_up, feeds)
            self.steps = {}

    def time(self, count):
        step = self.steps.get(count)
        if step is None:
            step = self.steps[count] = self.session.make_callable(self.nodes[count - 1])
            step()
        begun = time.perf_counter()
        step()
        return time.perf_counter() - begun

    def turn(self):
        until = time.perf_counter() + 2 * SPAN
        while time.perf_counter() < until:
            self.short = min(self.short, self.time(self.count))
            self.long = min(self.long, self.time(2 * self.count))

    def best(self):
        """Seconds of one node: of the fastest steps of all turns, so that one that was held up does not count."""
        return (self.long - self.short if self.long > self.short else self.long / 2) / self.count


def regatta_graph(case):
    """The node with constants for inputs; a variable's value is a constant named after it."""
    with v1.Graph().as_default() as graph:
        op_def, inputs = op_def_registry.get(case.op), []
        for k, value in enumerate(case.inputs):
            dtype = tf.as_dtype(value.dtype)
            if k >= case.variables:
                inputs.append(tf.constant(value, name=f"in{k}"))
                continue
            tf.constant(value, name=f"in{k}/value")
            if op_def.input_arg[k].is_ref:
                inputs.append(tf.raw_ops.VariableV2(shape=value.shape, dtype=dtype, name=f"in{k}"))
            else:
                inputs.append(tf.raw_ops.VarHandleOp(dtype=dtype, shape=value.shape, name=f"in{k}"))
        apply_op(case.op, inputs, case.attrs, case.counts, "node")
        return graph.as_graph_def()


def shapes(case):
    large = [x for x in case.inputs if x.ndim and not (x.dtype == np.int32 and x.ndim == 1 and x.size <= 4)]
    text = " ".join("x".join(map(str, x.shape)) for x in large) or "scalar"
    kind = tf.as_dtype(case.inputs[0 if case.inputs[0].dtype.kind == "f" else -1].dtype).name
    flags = "".join(f" {name}" for name, value in case.attrs.items() if value is True)
    return f"{text} {kind}{flags}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tool", required=True, help="the program graph_tool, built for speed")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    tool = GraphTool(arguments.tool)
    print(f"{'op':<34}{'shape':<52}{'TensorFlow µs':>14}{'Regatta µs':>12}{'ratio':>8}")
    worst = []
    for path in sorted(pathlib.Path(HERE).glob("*/*.py")):
        name = f"{path.parent.name}/{path.stem}"
        if arguments.names and not any(wanted in name for wanted in arguments.names):
            continue
        module = load(path)
        for case in module.bench() if hasattr(module, "bench") else []:
            theirs, ours, graph = Theirs(case), float("inf"), regatta_graph(case)
            for _ in range(TURNS):
                theirs.turn()
                answer = tool.ask("bench", graph, node="node", seconds=SPAN)
                if "error" in answer:
                    break
                ours = min(ours, answer["nanoseconds"] / 1e3)
            theirs.session.close()
            if "error" in answer:
                print(f"{case.op:<34}{shapes(case):<52} {answer['error']}", flush=True)
                worst.append((0.0, case.op, shapes(case)))
                continue
            rival = theirs.best() * 1e6
            worst.append((rival / ours, case.op, shapes(case)))
            print(f"{case.op:<34}{shapes(case):<52}{rival:>14.1f}{ours:>12.1f}{rival / ours:>8.2f}", flush=True)
    tool.close()
    if worst:
        ratio, op, shape = min(worst)
        below = sum(ratio < 0.7 for ratio, _, _ in worst)
        print(f"{len(worst)} kernels timed; the worst ratio is {ratio:.2f} ({op} {shape}), {below} are below 0.7")


if __name__ == "__main__":
    main()
