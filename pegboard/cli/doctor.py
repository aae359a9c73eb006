"""`pegboard doctor`: finds problems of this installation and their cures."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import msgspec

from pegboard.cli.line import ConfigFile, Json, StateFolder
from pegboard.config import Config, load_config
from pegboard.errors import ConfigError
from pegboard.notice import Level, Notice, is_well
from pegboard.ops.doctor.checks.games import Games, read_file
from pegboard.ops.doctor.probe import SystemProbe, fetch
from pegboard.ops.doctor.run import examine
from pegboard.ops.settings.chosen import with_choices
from pegboard.storage.paths import as_owner, config_file, state_folder
from pegboard.storage.state_names import JOURNAL

SIGNS = {
    **{Level.OK: "✓", Level.INFO: "i", Level.WARNING: "!", Level.FAULT: "✗"},
    Level.ABSENT: "·",
}
COLORS = {
    **{Level.OK: "32", Level.INFO: "36", Level.WARNING: "33", Level.FAULT: "31"},
    Level.ABSENT: "2",
}
SERVICE_KNOWS = ("safe-mode", "firmware", "journal", "games")
"""Checks for which the answer of a running service takes precedence."""


def doctor_command(
    config: ConfigFile = None, state: StateFolder = None, as_json: Json = False
) -> int:
    """Examines this machine and prints the findings.

    Returns:
        0 if nothing is wrong, 1 if something is.
    """
    return report(_examined(config or config_file(), state), as_json=as_json)


def report(findings: list[Notice], *, as_json: bool) -> int:
    """Prints findings, for people or as JSON; returns the exit code."""
    well = is_well(findings)
    if as_json:
        print(json.dumps({"ok": well, "findings": [finding.as_json() for finding in findings]}))
    else:
        _print(findings)
    return 0 if well else 1


def _examined(file: Path | None, state: Path | None) -> list[Notice]:
    config, wrong = Config(), None
    try:
        config = load_config(file) if file else config
    except ConfigError as error:
        wrong = error
    folder = state or state_folder(config)
    config = with_choices(config, file, folder)
    machine = SystemProbe.here(
        config, folder, config_file=file, config_fault=wrong, games=_games(folder / JOURNAL)
    )
    return [*_merged(examine(machine), _service_findings(machine))]


def _games(file: Path) -> Games | None:
    if not file.exists():
        return None
    with as_owner(file.parent):
        return read_file(file)


class _Report(msgspec.Struct):
    """The report of a running service."""

    folder: str
    findings: list[dict[str, Any]]


def _service_findings(machine: SystemProbe) -> dict[str, Notice]:
    """Returns the findings of the service that uses this state folder, by topic."""
    web = machine.config.web
    try:
        content = fetch(f"http://{web.host}:{web.port}/api/doctor") or "{}"
        report = msgspec.json.decode(content, type=_Report)
        if report.folder != str(machine.state.resolve()):
            return {}  # the service uses another state folder
        findings = [Notice.from_json(finding) for finding in report.findings]
    except (ValueError, KeyError, TypeError):
        return {}
    return {each.about: each for each in findings}


def _merged(local: list[Notice], live: dict[str, Notice]) -> list[Notice]:
    """Merges local findings with those of a running service, which take precedence."""
    ours, merged = {finding.about for finding in local}, list[Notice]()
    for finding in local:
        if finding.about == "devices" and live:
            merged += [finding for about, finding in live.items() if about not in ours]
        else:
            merged.append(
                live.get(finding.about, finding) if finding.about in SERVICE_KNOWS else finding
            )
    return merged


def _print(findings: list[Notice]) -> None:
    width = max(len(finding.name) for finding in findings)
    for finding in findings:
        print(f"{_sign(finding.level)} {finding.name:<{width}}  {finding.text}")
        if finding.cure:
            print(f"  {'':<{width}}  → {finding.cure}")
    wrong = [finding for finding in findings if finding.level in (Level.FAULT, Level.WARNING)]
    print(f"\nProblems found: {len(wrong)}." if wrong else "\nNo problems found.")


def _sign(level: Level) -> str:
    if not sys.stdout.isatty() or "NO_COLOR" in os.environ:
        return SIGNS[level]
    return f"\x1b[{COLORS[level]}m{SIGNS[level]}\x1b[0m"
