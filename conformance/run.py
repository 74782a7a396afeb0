"""Runs the cases of every op on TensorFlow and on Regatta, and prints how many there were and what differs.

usage: python run.py --target grpc://host:port --tool PATH [--seed N] [NAME ...]

NAME is a family (`math`), a file (`math/mat_mul`) or a part of such a name. Exits with 1 if anything differs that is not
said to differ on purpose, and if what is said to differ no longer does.
"""
import argparse
import collections
import importlib.util
import pathlib
import sys
import time
import zlib

import harness
from harness import (Case, Gradient, GraphTool, Prepared, Scenario, compare, compare_shapes, config, np, outcome, rng, tf,
                     v1)

HERE = pathlib.Path(__file__).parent


def load(path):
    spec = importlib.util.spec_from_file_location(f"{path.parent.name}_{path.stem}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Report:
    def __init__(self):
        self.count = collections.Counter()
        self.failures, self.purposeful = [], []

    def judge(self, kind, case, difference):
        """Counts a case; what differs on purpose must differ."""
        self.count[kind] += 1
        purpose = getattr(case, "differs", None)
        if difference and purpose:
            self.purposeful.append((case.label(), purpose))
        elif difference:
            self.failures.append(f"{case.label()}\n    {difference}")
        elif purpose:
            self.failures.append(f"{case.label()}\n    no longer differs, though it is said to: {purpose}")


# Each case costs as much as its graph is large, so that a few graphs of this many cases are faster than one of all.
CASES_PER_GRAPH = 40


def run_cases(found, target, tool, report):
    for first in range(0, len(found), CASES_PER_GRAPH):
        run_graph(found[first:first + CASES_PER_GRAPH], target, tool, report)


def run_graph(found, target, tool, report):
    if any(case.variables for case in found):
        v1.Session.reset(target)  # Variables are known by name, and names are used again.
    with v1.Graph().as_default() as graph:
        prepared = []
        for number, case in enumerate(found):
            try:
                prepared.append(Prepared(case, number))
            except (ValueError, TypeError) as error:
                report.failures.append(f"{case.label()}\n    the case cannot be made: {error}")
        with v1.Session(config=config()) as theirs, v1.Session(target, config=config()) as ours:
            for part in prepared:
                case = part.case
                expected = outcome(lambda: part.run(theirs))
                got = outcome(lambda: part.run(ours))
                report.judge("values", case, compare(expected, got, case.rtol, case.atol))
    for part in prepared:
        case = part.case
        if case.shapes and not case.variables:
            verdict = compare_shapes(tool, part)
            report.count["shapes"] += 1
            if verdict == "weaker":
                report.count["shapes less known"] += 1
            elif verdict and not case.differs:
                report.failures.append(f"{case.label()}\n    {verdict}")


def run_scenario(found, target, report):
    def play(where):
        with v1.Graph().as_default():
            steps = found.build()
            answers = []
            if where:
                v1.Session.reset(where)
            with v1.Session(where, config=config()) as session:
                for step in steps:
                    fetches, feeds = step if isinstance(step, tuple) else (step, None)
                    fetches = fetches if isinstance(fetches, list) else [fetches]
                    answers.append(outcome(lambda: [x for x in session.run(fetches, feeds) if x is not None]))
            return answers

    theirs, ours = play(""), play(target)
    differences = [f"step {k}: {d}" for k, (t, o) in enumerate(zip(theirs, ours))
                   if (d := compare(t, o, found.rtol, found.atol))]
    report.judge("scenarios", found, "; ".join(differences))


def run_gradient(found, target, tool, report):
    """Regatta adds the gradient to the graph; TensorFlow runs it beside its own; Regatta runs it beside finite
    differences along random directions."""
    with v1.Graph().as_default() as graph:
        if found.variable:
            return run_variable_gradient(found, graph, tool, report)
        placeholders = [v1.placeholder(tf.as_dtype(x.dtype), x.shape, name=f"x{k}") for k, x in enumerate(found.inputs)]
        if found.build:
            outputs = found.build(*placeholders)
        else:
            outputs = harness.apply_op(found.op, placeholders, found.attrs, found.counts, "y")
        chosen = found.outputs if found.outputs is not None else [k for k, t in enumerate(outputs) if t.dtype.is_floating]
        ys = [outputs[k] for k in chosen]
        xs = [placeholders[k] for k in found.wrt]
        feeds = dict(zip((p.name for p in placeholders), found.inputs))
        with v1.Session(config=config()) as session:
            shapes = [value.shape for value in session.run(ys, feeds)]
        grad_ys = [tf.constant(rng.uniform(-1, 1, shape), y.dtype, name=f"grad_y{k}")
                   for k, (y, shape) in enumerate(zip(ys, shapes))]
        names = [y.name for y in ys], [x.name for x in xs], [g.name for g in grad_ys]
        answer = tool.ask("gradients", graph.as_graph_def(), ys=names[0], xs=names[1], grad_ys=names[2])
    if "error" in answer:
        report.judge("gradients", found, f"Regatta's gradient: {answer['error']}")
        return
    with v1.Graph().as_default() as graph:
        tf.import_graph_def(answer["graph"], name="")
        tensor = graph.get_tensor_by_name
        theirs = tf.gradients([tensor(n) for n in names[0]], [tensor(n) for n in names[1]],
                              [tensor(n) for n in names[2]])
        theirs = [None if t is None else tf.convert_to_tensor(t) for t in theirs]
        for x, their, our in zip(names[1], theirs, answer["gradients"]):
            if (their is None) != (our is None):
                report.judge("gradients", found, f"by {x}: TensorFlow has {'none' if their is None else 'one'}, "
                                                 f"Regatta {'none' if our is None else 'one'}")
                return
        pairs = [(t, tensor(o)) for t, o in zip(theirs, answer["gradients"]) if t is not None]
        with v1.Session(config=config()) as session:
            values = outcome(lambda: session.run([t for t, _ in pairs] + [o for _, o in pairs], feeds))
        if isinstance(values, tf.errors.OpError):
            report.judge("gradients", found, f"the gradient does not run on TensorFlow: {values.message}")
            return
        expected, got = values[:len(pairs)], values[len(pairs):]
        report.judge("gradients", found, compare(expected, got, found.rtol))
        if found.numeric and pairs:
            with v1.Session(target, config=config()) as session:
                difference = numeric_difference(found, session, names, feeds,
                                                [o.name for _, o in pairs],
                                                [k for k, o in zip(found.wrt, answer["gradients"]) if o is not None])
            report.judge("finite differences", found, difference)


def run_variable_gradient(found, graph, tool, report):
    """As `run_gradient`, by a variable: its gradient belongs to the handle."""
    value, dtype = found.inputs[0], tf.as_dtype(found.inputs[0].dtype)
    handle = tf.raw_ops.VarHandleOp(shape=value.shape, dtype=dtype, shared_name="x0", name="x0")
    rest = [tf.constant(x, name=f"x{k + 1}") for k, x in enumerate(found.inputs[1:])]
    y = harness.apply_op(found.op, [handle, *rest], found.attrs, found.counts, "y")[0]
    give = tf.raw_ops.AssignVariableOp(resource=handle, value=tf.constant(value), name="give")
    with v1.Session(config=config()) as session:
        session.run(give)
        shape = session.run(y).shape
    grad_y = tf.constant(rng.uniform(-1, 1, shape), y.dtype, name="grad_y")
    answer = tool.ask("gradients", graph.as_graph_def(), ys=[y.name], xs=[handle.name], grad_ys=[grad_y.name])
    if "error" in answer or answer["gradients"] == [None]:
        report.judge("gradients", found, f"Regatta's gradient: {answer.get('error', 'none')}")
        return
    with v1.Graph().as_default() as imported:
        tf.import_graph_def(answer["graph"], name="")
        tensor = imported.get_tensor_by_name
        theirs = tf.convert_to_tensor(tf.gradients([tensor(y.name)], [tensor(handle.name)], [tensor(grad_y.name)])[0])
        with v1.Session(config=config()) as session:
            session.run(imported.get_operation_by_name("give"))
            values = outcome(lambda: session.run([theirs, tensor(answer["gradients"][0])]))
    failed = isinstance(values, tf.errors.OpError)
    report.judge("gradients", found, values.message if failed else compare(values[:1], values[1:], found.rtol))


def numeric_difference(found, session, names, feeds, gradient_names, wrt):
    """None, or how the gradients differ from how the outputs change along a few directions."""
    values = outcome(lambda: session.run(gradient_names + names[2], feeds))
    if isinstance(values, tf.errors.OpError):
        return f"the gradient does not run on Regatta: {values.message}"
    slopes, weights = values[:len(gradient_names)], values[len(gradient_names):]
    step = 1e-6
    for _ in range(2):
        directions = {f"x{k}:0": rng.uniform(-1, 1, found.inputs[k].shape) for k in wrt}
        ends = []
        for sign in (1, -1):
            moved = dict(feeds)
            for name, direction in directions.items():
                moved[name] = feeds[name] + sign * step * direction
            ends.append(session.run(names[0], moved))
        measured = sum(float(np.sum((a - b) * w)) for a, b, w in zip(*ends, weights)) / (2 * step)
        computed = sum(float(np.sum(s * directions[f"x{k}:0"])) for s, k in zip(slopes, wrt))
        if not np.isclose(measured, computed, rtol=1e-4, atol=1e-5):
            return f"along a random direction the output changes by {measured}, the gradient says {computed}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--target", required=True, help="a Regatta server, grpc://host:port")
    parser.add_argument("--tool", required=True, help="the program graph_tool")
    parser.add_argument("--seed", type=int, default=0, help="another one gives other inputs (default 0)")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    files = sorted(path for path in HERE.glob("*/*.py"))
    names = [f"{path.parent.name}/{path.stem}" for path in files]
    chosen = [(name, path) for name, path in zip(names, files)
              if not arguments.names or any(wanted in name for wanted in arguments.names)]
    report, tool, begun, said = Report(), GraphTool(arguments.tool), time.monotonic(), time.monotonic()
    for k, (name, path) in enumerate(chosen):
        # By its name alone, so that a file has the same inputs whatever else is run, and whatever is added elsewhere.
        rng.seed(zlib.crc32(name.encode()) + arguments.seed)
        module = load(path)
        found = list(module.cases()) if hasattr(module, "cases") else []
        run_cases([x for x in found if isinstance(x, Case)], arguments.target, tool, report)
        for one in found:
            if isinstance(one, Scenario):
                run_scenario(one, arguments.target, report)
        for one in module.gradients() if hasattr(module, "gradients") else []:
            assert isinstance(one, Gradient)
            run_gradient(one, arguments.target, tool, report)
        if time.monotonic() - said > 10:
            said = time.monotonic()
            print(f"  {k + 1} of {len(chosen)} files, {sum(report.count.values())} checks", flush=True)
    tool.close()
    for failure in report.failures:
        print("DIFFERS", failure)
    reasons = collections.Counter(reason for _, reason in report.purposeful)
    for reason, count in reasons.items():
        print(f"differs on purpose, {count} case(s): {reason}")
    counted = ", ".join(f"{count} {kind}" for kind, count in report.count.items())
    total = sum(count for kind, count in report.count.items() if kind != "shapes less known")
    print(f"conformance: {total} cases of {len(chosen)} files ({counted}), {len(report.purposeful)} differ on purpose, "
          f"{len(report.failures)} unexplained differences, {time.monotonic() - begun:.0f} s")
    sys.exit(1 if report.failures else 0)


if __name__ == "__main__":
    main()
