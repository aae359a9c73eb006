"""QEMU's monitor: a line of JSON there, a line of JSON back."""

import json
import socket
from pathlib import Path
from typing import Any

ANSWER_S = 60.0


def ask(place: Path, command: str, **arguments: Any) -> Any:
    """Has QEMU do something.

    Args:
        place: of the monitor's socket.
        command: as QEMU's reference of its monitor names it.
        arguments: of the command.

    Returns:
        What it returns.

    Raises:
        AssertionError: QEMU refused.
    """
    with socket.socket(socket.AF_UNIX) as there:
        there.settimeout(ANSWER_S)
        there.connect(str(place))
        with there.makefile("rwb") as lines:
            lines.readline()  # the greeting
            answer: dict[str, Any] = {}
            for asked in (
                {"execute": "qmp_capabilities"},
                {"execute": command, "arguments": arguments},
            ):
                lines.write(json.dumps(asked).encode() + b"\n")
                lines.flush()
                answer = {"event": ""}
                while "event" in answer:
                    answer = json.loads(lines.readline())
    assert "return" in answer, f"{command}: {answer}"
    return answer["return"]
