"""Ends as its argument says, after a line on each stream."""

import os
import signal
import sys
import time

print(f"process {os.getpid()} in {os.getcwd()}, {'tensorflow' in sys.modules}")
print("a complaint", file=sys.stderr)
how = sys.argv[1]
if how == "raise":
    raise ValueError("as asked")
if how == "kill":
    os.kill(os.getpid(), signal.SIGKILL)
if how == "hang":
    time.sleep(1000)
sys.exit(int(how))
