"""Runs Python programs in processes that have TensorFlow imported already.

Importing TensorFlow takes a processor three seconds, and the tests start hundreds of programs. This server imports it
once and forks for each program. The process that a test starts is `forked.py`, which sends its arguments, directory,
process group and standard streams here, and ends as the program does; if it is killed, so is the program.

    fork_server.py NAME                    listens on the abstract Unix socket NAME
"""

import json
import os
import runpy
import select
import signal
import socket
import sys

# One thread: others do not survive a fork, and what they held would be held for ever.
os.environ["OPENBLAS_NUM_THREADS"] = "1"

import tensorflow.compat.v1  # noqa: F401, E402


def serve(name):
    """Serves for ever; returns in the processes that are to become a program, with its request and streams."""
    listener = socket.socket(socket.AF_UNIX)
    listener.bind("\0" + name)
    listener.listen(100)
    # Attendants need not be waited for.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    print("ready", flush=True)
    while True:
        stand_in, _ = listener.accept()
        if os.fork() == 0:
            listener.close()
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            return attend(stand_in)
        stand_in.close()


def attend(stand_in):
    """Forks a program, and ends with it or ends it with its stand-in."""
    request, streams, _, _ = socket.recv_fds(stand_in, 1 << 16, 3)
    program = os.fork()
    if program == 0:
        stand_in.close()
        return json.loads(request), streams
    for stream in streams:
        os.close(stream)
    ended = os.pidfd_open(program)
    ready, _, _ = select.select([stand_in, ended], [], [])
    if ended not in ready:
        os.kill(program, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(program, 0)[1])
    try:
        stand_in.sendall(json.dumps(status).encode())
    except ConnectionError:
        pass  # The stand-in was killed.
    os._exit(0)


def become(request, streams):
    """Takes the place of the stand-in."""
    # First the streams, so that what goes wrong after is told to who asked.
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.setpgid(0, request["group"])
    os.chdir(request["directory"])
    sys.argv = request["arguments"]
    sys.path[0] = os.path.dirname(os.path.abspath(sys.argv[0]))


become(*serve(sys.argv[1]))
runpy.run_path(sys.argv[0], run_name="__main__")
