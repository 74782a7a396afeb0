"""The stand-in for a program that `fork_server.py` runs: `forked.py NAME SCRIPT ARGUMENTS...`."""

import json
import os
import socket
import sys

server = socket.socket(socket.AF_UNIX)
server.connect("\0" + sys.argv[1])
request = {"arguments": sys.argv[2:], "directory": os.getcwd(), "group": os.getpgrp()}
socket.send_fds(server, [json.dumps(request).encode()], [0, 1, 2])
status = server.recv(100)
if not status:
    sys.exit("the fork server is gone")
status = json.loads(status)
# A program that a signal has ended gets the status that shells give it.
sys.exit(status if status >= 0 else 128 - status)
