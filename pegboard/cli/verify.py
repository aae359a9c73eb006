"""`pegboard verify`: checks a record's cards against the seed committed before the first deal."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import Json, print_lines
from pegboard.cli.replay import DONE, UNUSABLE, read_record
from pegboard.cribbage.audit import Fault, Finding, check
from pegboard.errors import NotationError

NOT_PROVED = 1


def verify_command(
    record: Annotated[Path, typer.Argument(help="Record of a finished game.")],
    as_json: Json = False,
) -> int:
    """Checks a record and prints the result.

    Returns:
        The exit code: 0 if every deal and starter follows; 1 if one does not, or where it
        cannot be told; 2 for a file that cannot be read.
    """
    try:
        finding = check(read_record(record), str(record))
    except (OSError, NotationError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        reason = reason if str(record) in reason else f"{record}: {reason}"
        if as_json:
            print(json.dumps({"file": str(record), "error": reason}))
        print_lines(f"pegboard verify: {reason}", to=sys.stderr)
        return UNUSABLE
    if as_json:
        print(json.dumps(_as_json(record, finding)))
    else:
        print_lines(*_in_words(finding).split("\n"))
    return DONE if finding.fair else NOT_PROVED


def _as_json(file: Path, finding: Finding) -> dict[str, object]:
    return {
        "file": str(file),
        "fair": finding.fair,
        "deals": finding.deals,
        "commitment": finding.commitment or None,
        "missing": finding.missing or None,
        "faults": [
            {"line": fault.line, "deal": fault.deal, "says": fault.says} for fault in finding.faults
        ],
    }


def _in_words(finding: Finding) -> str:
    if finding.missing:
        return f"cannot be verified: {finding.missing}"
    if finding.fair:
        deals = "1 deal" if finding.deals == 1 else f"{finding.deals} deals"
        return (
            f"fair: the cards of {deals} follow from the seed\n"
            f"Is this the commitment you were shown before the first deal? {finding.commitment}"
        )
    return "\n".join(["not fair:", *map(_line, finding.faults)])


def _line(fault: Fault) -> str:
    where = [] if fault.line is None else [f"line {fault.line}"]
    where += [] if fault.deal is None else [f"deal {fault.deal}"]
    return "  " + ": ".join([", ".join(where), fault.says] if where else [fault.says])
