"""Log format: one line per event, without personal data."""

import io
import json
import logging
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.sync.client import connect

from pegboard.host import logfmt
from tests.support.running_board import SIMULATED, RunningBoard, running_board

FIELD = re.compile(r'([\w.]+)=("(?:[^"\\]|\\.)*"|[\w./:@+-]+)')


def written(event: str, *, journald: bool = False, level: int = logging.INFO, **fields: Any) -> str:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logfmt.LogfmtFormatter(priorities=journald))
    log = logging.Logger("pegboard.test")
    log.addHandler(handler)
    logfmt.log_event(log, event, level, **fields)
    return out.getvalue()


@given(st.dictionaries(st.from_regex(r"[a-z_]{1,10}", fullmatch=True), st.text(max_size=200)))
def test_record_is_one_parsable_line(fields: dict[str, str]) -> None:
    fields.pop("event", None), fields.pop("level", None), fields.pop("log", None)
    fields.pop("journald", None)
    parsed: dict[str, Any] = dict(fields)
    line = written("game.begun", **parsed)
    assert line.endswith("\n") and len(line[:-1].splitlines()) <= 1
    level, _, rest = line.rstrip("\n").partition(" ")
    assert level == "INFO"
    found = {key: json.loads(v) if v[0] == '"' else v for key, v in FIELD.findall(rest)}
    assert found == {"event": "game.begun", **fields}


@pytest.mark.parametrize(
    ("level", "priority"),
    [(logging.DEBUG, 7), (logging.INFO, 6), (logging.WARNING, 4), (logging.ERROR, 3), (50, 2)],
)
def test_levels_map_to_journald_priorities(level: int, priority: int) -> None:
    assert written("x", journald=True, level=level) == f"<{priority}>event=x\n"


def test_exception_is_logged_by_type_and_location() -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(logfmt.LogfmtFormatter(priorities=True))
    log = logging.Logger("pegboard.session.session")
    log.addHandler(handler)
    try:
        raise ValueError("Ann may not\nplay 5H")
    except ValueError:
        log.exception("a command failed: %s", "new")
    assert re.fullmatch(
        r'<3>event=session.session says="a command failed: new" error=ValueError '
        r"at=test_logfmt.py:\d+\n",
        out.getvalue(),
    )


def test_long_value_is_cut_in_the_middle() -> None:
    line = written("x", says="first " + "y " * 10_000 + "last")
    assert len(line) < logfmt.LONGEST + 50
    assert "first y" in line and "y last" in line


def test_journald_is_detected_by_journal_stream(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "log").open("w") as stream:
        status = (tmp_path / "log").stat()
        assert not logfmt.for_journald(stream)
        monkeypatch.setenv("JOURNAL_STREAM", f"{status.st_dev}:{status.st_ino}")
        assert logfmt.for_journald(stream)
        monkeypatch.setenv("JOURNAL_STREAM", f"{status.st_dev}:{status.st_ino + 1}")
        assert not logfmt.for_journald(stream)
    assert not logfmt.for_journald(io.StringIO())


NAMES = ("Wilhelmina", "Bartholomew")
CONFIG = (
    SIMULATED
    + """[game]
names = ["Wilhelmina", "Bartholomew"]
pace_s = 0
attract_s = 0
[log]
level = "debug"
"""
)


def session(service: RunningBoard) -> None:
    """Plays a session with mistakes and malformed requests."""
    service.command(new={"mode": "score", "names": list(NAMES), "phrase": "Wilhelmina's phrase"})
    for line in ("peg 0 4", "deal 0", "cut JC", "hand 1 5H5D5S5C", "peg 7 7", "name 0 Wilhelmina"):
        service.command(action=line)
    service.command(action="undo")
    service.command(new={"mode": "score", "names": ["Wilhelmina", "x" * 30]})
    service.command(cards=["5H", "5H"], starter="JS")
    service.command(new={"mode": "computer", "names": list(NAMES), "phrase": "Bartholomew"})
    state = service.wait_for_state(lambda state: state["stage"] == "discard")
    hand = next(hand for hand in state["hands"] if hand)
    service.command(action=f"discard 0 {hand[0]}{hand[1]}")
    service.command(action=f"play 0 {hand[2]}")
    service.command(action="play 1 5H")
    url = f"ws://{urlsplit(service.address).netloc}/ws"
    with connect(url, additional_headers={"Origin": service.address.rstrip("/")}) as socket:
        socket.recv()
        for text in ('{"id": "Wilhelmina", "press": "Bartholomew"}', "Wilhelmina", "[]", "\x00"):
            socket.send(text)
            socket.recv()


def test_session_log_has_no_personal_data(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(CONFIG)
    with running_board(tmp_path / "state", "--config", str(tmp_path / "c.toml")) as service:
        session(service)
    log = (tmp_path / "stderr.txt").read_text()
    assert "event=game.begun" in log and "event=service.started" in log
    assert "mode=computer" in log and "event=service.stopped" in log
    for private in (*NAMES, "127.0.0.1", "phrase"):
        assert private.lower() not in log.lower(), log
    assert not re.search(r"\b(10|[A2-9TJQK])[CDHS]\b", log), "a card"
    for line in log.splitlines():
        assert re.match(r"(DEBUG|INFO|WARNING|ERROR) event=[\w.]+", line), line


def test_terminal_log_shows_only_warnings(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(CONFIG.replace('"debug"', '"auto"'))
    with running_board(tmp_path / "state", "--config", str(tmp_path / "c.toml")) as service:
        session(service)
    assert (tmp_path / "stderr.txt").read_text() == ""


def test_lines_have_priority_prefix_under_journald(tmp_path: Path) -> None:
    (tmp_path / "c.toml").write_text(CONFIG.replace('"debug"', '"auto"'))
    code = (
        "import os, sys\n"
        "s = os.fstat(2)\n"
        "os.environ['JOURNAL_STREAM'] = f'{s.st_dev}:{s.st_ino}'\n"
        "from pegboard.host import logfmt\n"
        "import logging\n"
        "logfmt.configure_logging('auto')\n"
        "logfmt.log_event(logging.getLogger('pegboard.x'), 'service.started')\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stderr == "<6>event=service.started\n"
