"""One process at a time: what tests make once and share."""

import subprocess
import sys
from pathlib import Path

from tests.support.paths import ROOT

WORKER = """
import sys, time
from pathlib import Path
from tests.support.file_lock import hold_lock
folder = Path(sys.argv[1])
with hold_lock(folder / "lock"):
    inside = folder / "inside"
    inside.touch(exist_ok=False)
    time.sleep(0.05)
    inside.unlink()
"""


def test_machine_lock_excludes_other_runs(tmp_path: Path) -> None:
    command = [sys.executable, "-c", WORKER, str(tmp_path / "made")]
    working = [subprocess.Popen(command, cwd=ROOT) for _ in range(4)]
    assert [one.wait(60) for one in working] == [0] * 4
