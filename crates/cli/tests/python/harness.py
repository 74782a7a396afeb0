"""What the client programs share: flags, sessions, data, and how results are reported.

A program is run against a cluster of TensorFlow's own servers and against one with Regatta
tasks; it prints `@name value` lines, values in JSON, and the test compares the two runs.
Anything that may differ from run to run (handles, ports, times) must not be reported.
"""

import argparse
import json
import threading
import traceback

import numpy as np
import tensorflow.compat.v1 as tf

parser = argparse.ArgumentParser()
parser.add_argument("--ps_hosts", required=True)
parser.add_argument("--worker_hosts", required=True)
parser.add_argument("--variables", choices=["ref", "resource", "v2"], default="ref")


def start():
    """Parses the flags and puts TensorFlow into its first-version mode; with --variables=v2 only
    as far as sessions need it, so that variables are resources and control flow calls functions."""
    flags = parser.parse_args()
    flags.ps = flags.ps_hosts.split(",")
    flags.worker = flags.worker_hosts.split(",")
    if flags.variables == "v2":
        tf.disable_eager_execution()
    else:
        tf.disable_v2_behavior()
    if flags.variables == "resource":
        tf.enable_resource_variables()
    tf.logging.set_verbosity(tf.logging.ERROR)
    return flags


def target(flags, index):
    """The address of a worker's master."""
    return "grpc://" + flags.worker[index]


def report(name, value):
    """Reports one result for the test to compare."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    print(f"@{name} {json.dumps(value, sort_keys=True)}", flush=True)


def error_name(call):
    """The class of the error that `call` ends with, or "OK"."""
    try:
        call()
    except tf.errors.OpError as error:
        return type(error).__name__
    except (TypeError, ValueError, RuntimeError) as error:
        return type(error).__name__
    return "OK"


def attempt(function, *arguments):
    """Runs one part of a program; its failure is reported and does not stop the other parts."""
    name = function.__name__
    try:
        tf.reset_default_graph()
        function(*arguments)
    except Exception as error:  # pylint: disable=broad-except
        traceback.print_exc()
        report(f"{name}/failed", f"{type(error).__name__}: {str(error)[:300]}")
    else:
        report(f"{name}/finished", True)


def in_threads(functions):
    """Runs the functions at the same time and raises the first error of any of them."""
    errors = []

    def guarded(function):
        try:
            function()
        except BaseException as error:  # pylint: disable=broad-except
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=(f,)) for f in functions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


class Digits:
    """A ten-class problem of MNIST's shape: learnable, and not by a straight line alone.

    Every class has two prototypes in a small hidden space; samples are noisy prototypes sent
    through one fixed random nonlinear map to 784 pixels in [0, 1].
    """

    def __init__(self, train=6000, test=2000, noise=0.9, seed=7):
        random = np.random.RandomState(seed)
        hidden = 20
        prototypes = random.normal(size=(10, 2, hidden))
        spread = random.normal(size=(hidden, 784)) / np.sqrt(hidden)
        bend = random.normal(size=(hidden, 784)) / np.sqrt(hidden)

        def sample(count):
            labels = random.randint(0, 10, count)
            which = random.randint(0, 2, count)
            code = prototypes[labels, which] + noise * random.normal(size=(count, hidden))
            pixels = np.tanh(code @ spread) * np.cos(code @ bend) + 0.1 * random.normal(size=(count, 784))
            return (0.5 + 0.5 * pixels).clip(0, 1).astype(np.float32), np.eye(10, dtype=np.float32)[labels]

        self.train = sample(train)
        self.test = sample(test)
        self.random = random

    def batches(self, size, seed):
        """An endless, repeatable stream of batches."""
        random = np.random.RandomState(seed)
        images, labels = self.train
        while True:
            pick = random.randint(0, len(images), size)
            yield images[pick], labels[pick]
