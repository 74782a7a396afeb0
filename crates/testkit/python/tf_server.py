"""One task of a cluster, served by TensorFlow itself.

Takes the flags of `regatta serve` and prints the same line once it listens, so that the
harness need not know which of the two it has started.
"""

import argparse
import time

import tensorflow.compat.v1 as tf

parser = argparse.ArgumentParser()
parser.add_argument("--job_name", required=True)
parser.add_argument("--task_index", type=int, required=True)
parser.add_argument("--ps_hosts", default="")
parser.add_argument("--worker_hosts", default="")
flags = parser.parse_args()

cluster = {}
for job, hosts in (("ps", flags.ps_hosts), ("worker", flags.worker_hosts)):
    if hosts:
        cluster[job] = hosts.split(",")

server = tf.train.Server(
    tf.train.ClusterSpec(cluster),
    job_name=flags.job_name,
    task_index=flags.task_index,
    # Several servers share the machine with the client that drives them.
    config=tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=2),
)
address = cluster[flags.job_name][flags.task_index]
print(
    f"listening on grpc://{address} as /job:{flags.job_name}/task:{flags.task_index}",
    flush=True,
)
# Not server.join(): that blocks in C++ and would leave SIGINT unanswered.
while True:
    time.sleep(3600)
