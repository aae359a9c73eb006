"""Lazy imports: a service that serves its page loads no unused modules."""

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, signal, sys, threading, urllib.request
from pegboard import i18n
from pegboard.cli import run
from pegboard.cli.app import run_line

def say(line):
    def ask():
        urllib.request.urlopen(line.split()[-1], timeout=30).read()
        loaded = set(sys.modules)
        if i18n._catalogue.cache_info().currsize:
            loaded.add("a-catalogue")
        print("loaded", *sorted(loaded), flush=True)
        os.kill(os.getpid(), signal.SIGTERM)
    threading.Thread(target=ask).start()

run.say = say
sys.exit(run_line(["run", "--simulated", "--no-demo", "--port", "0", "--state", sys.argv[1]]))
"""

UNUSED = (
    "cv2", "numpy", "pydantic", "cryptography", "websockets.asyncio", "websockets.sync",
    "pegboard.hall_client.push", "pegboard.chain", "pegboard.remote", "pegboard.tournament",
    "pegboard.hall.protocol", "pegboard.hall.store", "a-catalogue",
    "tomlkit", "pegboard.analysis", "pegboard.players.coach", "pegboard.players.expert",
)  # fmt: skip
"""Packages and modules that a board needs only for what its people may never do."""


def test_service_imports_only_needed_modules(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    [loaded] = [line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("loaded")]
    assert "pegboard.service.run" in loaded
    assert [name for name in UNUSED if name in loaded] == []
