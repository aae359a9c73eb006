"""Simulated machines for doctor, isolated from the real one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pegboard.config import BoardConfig, ButtonsConfig, CameraConfig, Config, WebConfig
from pegboard.notice import Notice
from pegboard.ops.doctor.checks.games import Games
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.run import examine
from tests.support.machine_files import create_machine as files_of

NOW = 1_795_000_000.0
"""A day in November 2026."""
GOOD_VERSIONS = {
    "pegboard": "0.1.0",
    "gpiozero": "2.0.1.post3",
    "gpiod": "1.6.3",
    "starlette": "1.10.0",
}
GIB = 1 << 30


def command_output(outputs: dict[str, str]) -> Callable[[Sequence[str]], str | None]:
    """Returns a command runner with canned output; other commands are missing."""
    return lambda command: outputs.get(" ".join(command), outputs.get(command[0]))


def config(
    strip: str = "spi:",
    buttons: str = "gpio:",
    camera: str = "none",
    host: str = "0.0.0.0",
    layout: str = "two-track",
    focus_m: float = 0.0,
) -> Config:
    return Config(
        board=BoardConfig(strip=strip, layout=layout),
        buttons=ButtonsConfig(source=buttons),
        camera=CameraConfig(source=camera, focus_m=focus_m),
        web=WebConfig(host=host),
    )


def healthy_machine(root: Path, pi: str | None = "4", **more: Any) -> SystemProbe:
    """Returns a machine with everything a good installation has."""
    files_of(root, pi, spi=pi is not None)
    write_file(root, "proc/mounts", "/dev/mmcblk0p2 / ext4 rw,noatime 0 0")
    write_file(root, "proc/meminfo", "MemTotal: 498000 kB\nMemAvailable: 310000 kB")
    write_file(root, "sys/class/thermal/thermal_zone0/temp", "48312")
    write_file(root, "run/systemd/timesync/synchronized", "")
    write_file(root, "run/avahi-daemon/pid", "312")
    state = root / "var/lib/pegboard"
    state.mkdir(parents=True)
    (state / "journal.db").write_text("")
    usual = SystemProbe(
        config=config() if pi else config("memory:", "gpio:mock"),
        state=state,
        root=root,
        games=Games("ok", 1, latest_at=NOW - 60),
        wall=lambda: NOW,
        monotonic=lambda: 5000.0,
        answer=command_output({"vcgencmd get_throttled": "throttled=0x0"}),
        fetch=lambda url: None,
        installed=lambda module: True,
        version=lambda package: GOOD_VERSIONS.get(package, "99"),
        requires=lambda package: ["gpiozero>=2.0.1.post3", "starlette>=1.0"],
        may=lambda path: True,
        space=lambda path: (10 * GIB, 30 * GIB),
        environ={},
        user="pegboard",
        groups=frozenset({"spi", "gpio", "video", "dialout"}),
        listed=lambda user: frozenset({"spi", "gpio", "video", "dialout"}),
        python=(3, 11, 2),
        bits=64,
        processor="aarch64",
        host="pegboard",
        sqlite="3.40.1",
    )
    return replace(usual, **more)


def write_file(root: Path, name: str, text: str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def findings(machine: SystemProbe) -> dict[str, Notice]:
    """Returns doctor's findings by name."""
    return {each.name: each for each in examine(machine)}
