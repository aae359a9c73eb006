"""`pegboard verify`: a record's cards checked against the seed bound before the first deal."""

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import Json
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
        found = check(read_record(record), str(record))
    except (OSError, NotationError) as error:
        says = getattr(error, "strerror", None) or str(error)
        says = says if str(record) in says else f"{record}: {says}"
        if as_json:
            print(json.dumps({"file": str(record), "error": says}))
        print(f"pegboard verify: {says}", file=sys.stderr)
        return UNUSABLE
    print(json.dumps(_as_json(record, found)) if as_json else _in_words(found))
    return DONE if found.fair else NOT_PROVED


def _as_json(file: Path, found: Finding) -> dict[str, object]:
    return {
        "file": str(file),
        "fair": found.fair,
        "deals": found.deals,
        "commitment": found.commitment or None,
        "missing": found.missing or None,
        "faults": [
            {"line": fault.line, "deal": fault.deal, "says": fault.says} for fault in found.faults
        ],
    }


def _in_words(found: Finding) -> str:
    if found.missing:
        return f"cannot be verified: {found.missing}"
    if found.fair:
        deals = "1 deal" if found.deals == 1 else f"{found.deals} deals"
        return (
            f"fair: the cards of {deals} follow from the seed\n"
            f"Is this the commitment you were shown before the first deal? {found.commitment}"
        )
    return "\n".join(["not fair:", *map(_line, found.faults)])


def _line(fault: Fault) -> str:
    where = [] if fault.line is None else [f"line {fault.line}"]
    where += [] if fault.deal is None else [f"deal {fault.deal}"]
    return "  " + ": ".join([", ".join(where), fault.says] if where else [fault.says])
