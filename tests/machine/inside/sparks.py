"""Closes a pin repeatedly for 0.3 ms: `sparks.py PIN TIMES`.

Prints the number of sparks that took longer than 2 ms, because an emulated processor that has to
wait turns a spark into a press.
"""

import sys
import time
from pathlib import Path

LINES = Path("/sys/kernel/debug/peglab/lines")
pin, times = sys.argv[1], int(sys.argv[2])
late = 0
for _ in range(times):
    begun = time.monotonic()
    LINES.write_text(f"{pin} 0\nwait 300\n{pin} z\n")
    late += time.monotonic() - begun > 0.002
    time.sleep(0.05)
sys.stdout.write(f"{late}\n")
