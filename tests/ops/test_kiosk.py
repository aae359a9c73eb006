"""The kiosk: one window with the page, whatever happened before."""

import http.server
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from tests.support.paths import ROOT

SCRIPT = ROOT / "systemd" / "kiosk.sh"


class Page(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *words: object) -> None:
        pass


def shown(tmp_path: Path, **settings: str) -> list[str]:
    """Returns the arguments with which the browser was started."""
    browser = tmp_path / "browser"
    browser.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    browser.chmod(0o755)
    with http.server.HTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        environment = {
            "PATH": os.environ["PATH"],
            "STATE_DIRECTORY": str(tmp_path),
            "KIOSK_BROWSER": str(browser),
            "KIOSK_PYTHON": sys.executable,
            "KIOSK_URL": f"http://127.0.0.1:{server.server_port}/",
            "KIOSK_BLANK_S": "0",
        } | settings
        process = subprocess.run(
            ["sh", str(SCRIPT)], env=environment, capture_output=True, text=True, timeout=100
        )
        server.shutdown()
    assert process.returncode == 0, process.stderr
    return process.stdout.splitlines()


def test_kiosk_shows_only_the_page(tmp_path: Path) -> None:
    words = shown(tmp_path)
    assert words[-1].startswith("http://127.0.0.1:")
    assert {"--kiosk", "--ozone-platform=wayland", "--hide-crash-restore-bubble"} <= set(words)
    assert f"--user-data-dir={tmp_path}/chromium" in words
    assert "--ipc-connection-timeout=300" in words, "a slow start leaves an empty window"


@pytest.mark.parametrize("ended", ["Crashed", "SessionEnded", "Normal"])
def test_kiosk_suppresses_restore_prompt(ended: str, tmp_path: Path) -> None:
    preferences = tmp_path / "chromium" / "Default" / "Preferences"
    preferences.parent.mkdir(parents=True)
    profile = {"name": "Board", "exit_type": ended, "exited_cleanly": ended == "Normal"}
    stored = {"profile": profile, "zoom": {"level": 1.5}}
    preferences.write_text(json.dumps(stored, separators=(",", ":")))
    shown(tmp_path)
    profile |= {"exit_type": "Normal", "exited_cleanly": True}
    assert json.loads(preferences.read_text()) == stored | {"profile": profile}


def test_kiosk_allows_sound_without_touch(tmp_path: Path) -> None:
    assert "--autoplay-policy=no-user-gesture-required" in shown(tmp_path)


@pytest.mark.parametrize(
    ("rotation", "expected"),
    [("90", ["--output HDMI-A-1 --transform 90"]), ("0", []), ("", []), ("left", [])],
)
def test_kiosk_rotates_upright_screen(rotation: str, expected: list[str], tmp_path: Path) -> None:
    tools, log = tmp_path / "tools", tmp_path / "log"
    tools.mkdir()
    tool = tools / "wlr-randr"
    tool.write_text(
        "#!/bin/sh\nif [ $# = 0 ]; then\nprintf 'HDMI-A-1 \"A screen\"\\n  Enabled: yes\\n'\n"
        f'else echo "$*" >>{log}; fi\n'
    )
    tool.chmod(0o755)
    words = shown(tmp_path, KIOSK_ROTATION=rotation, PATH=f"{tools}:{os.environ['PATH']}")
    assert words[-1].startswith("http://"), "it starts whatever is set"
    assert (log.read_text().splitlines() if log.exists() else []) == expected


def test_kiosk_turns_screen_off_if_supported(tmp_path: Path) -> None:
    tools, log = tmp_path / "tools", tmp_path / "log"
    tools.mkdir()
    (tools / "swayidle").write_text(f'#!/bin/sh\n$3\n$5\nprintf "%s\\n" "$*" >>{log}\n')
    (tools / "wlr-randr").write_text(
        "#!/bin/sh\nif [ $# = 0 ]; then\nprintf 'HDMI-A-1 \"A screen\"\\n  Enabled: yes\\n'\n"
        f'else echo "$*" >>{log}; fi\n'
    )
    for tool in tools.iterdir():
        tool.chmod(0o755)
    shown(tmp_path, KIOSK_BLANK_S="60", PATH=f"{tools}:{os.environ['PATH']}")
    for _ in range(200):
        if log.exists() and "timeout" in log.read_text():
            break
        threading.Event().wait(0.05)
    off, on, idle = log.read_text().splitlines()
    assert (off, on) == ("--output HDMI-A-1 --off", "--output HDMI-A-1 --on")
    assert idle.startswith("timeout 60 ")
