"""`pegboard doctor`: the problems of this installation, and their cures."""

import json
import os
import sys
from pathlib import Path
from typing import Any

from pegboard.cli.line import ConfigFile, Json, StateFolder
from pegboard.config import Config, load
from pegboard.errors import ConfigError
from pegboard.ops.doctor.checks.games import Games, read_file
from pegboard.ops.doctor.finding import Finding, State, is_well
from pegboard.ops.doctor.probe import SystemProbe, fetch
from pegboard.ops.doctor.run import examine
from pegboard.storage.paths import config_file, state_folder

SIGNS = {State.OK: "✓", State.WARNING: "!", State.FAULT: "✗", State.ABSENT: "·"}
COLORS = {State.OK: "32", State.WARNING: "33", State.FAULT: "31", State.ABSENT: "2"}
SERVICE_KNOWS = ("safe mode", "firmware", "journal", "games")
"""Findings that a running service knows better than we do, with all whose name ends in `now`."""


def doctor_command(
    config: ConfigFile = None, state: StateFolder = None, as_json: Json = False
) -> int:
    """Examines this machine.

    Returns:
        0 where nothing is wrong, 1 where something is.
    """
    findings = _examined(config or config_file(), state)
    well = is_well(findings)
    if as_json:
        print(json.dumps({"ok": well, "findings": [each.as_json() for each in findings]}))
    else:
        _print(findings)
    return 0 if well else 1


def _examined(file: Path | None, state: Path | None) -> list[Finding]:
    config, wrong = Config(), None
    try:
        config = load(file) if file else config
    except ConfigError as error:
        wrong = error
    folder = state or state_folder(config)
    machine = SystemProbe.here(
        config, folder, config_file=file, config_fault=wrong, games=_games(folder / "journal.db")
    )
    return [*_merged(examine(machine), _asked(machine))]


def _games(file: Path) -> Games | None:
    if not file.exists():
        return None
    return read_file(file)


def _asked(machine: SystemProbe) -> dict[str, Finding]:
    """Returns the findings of this folder's running service by name; empty if none runs."""
    web = machine.config.web
    try:
        said: Any = json.loads(fetch(f"http://{web.host}:{web.port}/api/doctor") or "{}")
        if said["folder"] != str(machine.state.resolve()):
            return {}  # another board's
        found = [Finding(**each | {"state": State(each["state"])}) for each in said["findings"]]
    except (ValueError, KeyError, TypeError):
        return {}
    return {
        each.name: each
        for each in found
        if each.name in SERVICE_KNOWS or each.name.endswith(" now")
    }


def _merged(own: list[Finding], told: dict[str, Finding]) -> list[Finding]:
    merged = []
    for each in own:
        if each.name == "devices" and told:
            merged += [live for name, live in told.items() if name.endswith(" now")]
        else:
            merged.append(told.get(each.name, each))
    return merged


def _print(findings: list[Finding]) -> None:
    width = max(len(each.name) for each in findings)
    for each in findings:
        print(f"{_sign(each.state)} {each.name:<{width}}  {each.says}")
        if each.cure:
            print(f"  {'':<{width}}  → {each.cure}")
    wrong = [each for each in findings if each.state in (State.FAULT, State.WARNING)]
    print(f"\nProblems found: {len(wrong)}." if wrong else "\nNo problems found.")


def _sign(state: State) -> str:
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return SIGNS[state]
    return f"\x1b[{COLORS[state]}m{SIGNS[state]}\x1b[0m"
