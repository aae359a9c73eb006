"""Order of system calls: entries are written, synced, and only then acknowledged (strace)."""

import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from tests.support.running_board import RunningBoard

pytestmark = pytest.mark.group("storage")

CALLS = "pwrite64,pwritev,fdatasync,fsync,sendto,sendmsg,write,writev"
LINE = re.compile(r"(\d+) +(?:<\.\.\. (?P<again>\w+) resumed>|(?P<call>\w+)\()(?P<rest>.*)")
WRITTEN = re.compile(r"step-\d+")
SAID = re.compile(r'\\"id\\":\s*\\"(step-\d+)\\",\s*\\"ok\\":\s*true')


def events_of(trace: str) -> list[tuple[str, str]]:
    """Returns writes, syncs and acknowledgements in order, as (event, id)."""
    story: list[tuple[str, str]] = []
    waits: dict[str, str] = {}
    for line in trace.splitlines():
        match = LINE.match(line)
        if match is None:
            continue
        thread, call, rest = match[1], match["call"], match["rest"]
        if match["again"]:
            call, rest = match["again"], waits.pop(thread, "") + rest
        elif "<unfinished" in rest:
            # An acknowledgement counts from the start of its call, a sync from its return.
            waits[thread] = rest
            if not SAID.search(rest):
                continue
            waits[thread] = ""
        for id in SAID.findall(rest):
            story.append(("acknowledged", id))
        if file := re.search(r"<([^>]*journal\.db[^>]*)>", rest):
            name = Path(file[1]).name
            if call.startswith("pwrite") and name.endswith("-wal"):
                story += [("written", id) for id in WRITTEN.findall(rest)]
            elif call in ("fsync", "fdatasync") and rest.rstrip().endswith("= 0"):
                story.append(("synced", name))
    return story


def test_journal_sync_precedes_acknowledgement(tmp_path: Path) -> None:
    trace = tmp_path / "trace"
    # -D: the tracer is a grandchild, so that the service is our child.
    under = ["strace", "-D", "-f", "-y", "-s", "5000", "-o", str(trace), "-e", f"trace={CALLS}"]
    service = RunningBoard(tmp_path / "state", "--no-demo", under=under)
    steps = [f"step-{number}" for number in range(30)]

    def ask(mine: list[str]) -> None:
        for id in mine:
            assert service.command(id=id, action="peg 0 1")["ok"]

    askers = [threading.Thread(target=ask, args=(steps[n::3],)) for n in range(3)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    service.process.send_signal(signal.SIGKILL)
    service.process.wait(30)
    service._close()

    story = events_of(trace.read_text(errors="replace"))
    acknowledged = [what for kind, what in story if kind == "acknowledged"]
    assert sorted(acknowledged) == sorted(steps)
    for id in steps:
        written = story.index(("written", id))  # the first page with it, into the log
        answered = story.index(("acknowledged", id))
        synced = story.index(("synced", "journal.db-wal"), written)
        assert written < synced < answered, f"{id} was acknowledged before its sync returned"


def test_wrong_sync_order_is_detected() -> None:
    wal = "/s/journal.db-wal"
    ack = r'"{\"type\":\"ack\",\"id\":\"step-1\",\"ok\":true}"'
    trace = (
        f'7 pwrite64(5<{wal}>, "..step-1peg 0 1", 4096, 0) = 4096\n'
        f"7 fdatasync(5<{wal}> <unfinished ...>\n"
        f"8 sendto(9<socket:[1]>, {ack}, 40, 0, NULL, 0) = 40\n"
        "7 <... fdatasync resumed>) = 0\n"
    )
    assert events_of(trace) == [
        ("written", "step-1"),
        ("acknowledged", "step-1"),
        ("synced", "journal.db-wal"),
    ]


@pytest.mark.parametrize("tool", ["strace", "gcc"])
def test_strace_is_installed(tool: str) -> None:
    assert subprocess.run(["which", tool], capture_output=True).returncode == 0
