"""Closes a pin for three tenths of a millisecond, again and again: `sparks.py PIN TIMES`.

Says how many of the sparks took longer than two milliseconds: an interpreted processor that has to
wait for its turn makes a press of a spark.
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
