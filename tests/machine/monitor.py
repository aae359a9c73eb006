"""Client of the QEMU monitor: one line of JSON each way."""

import json
import socket
from pathlib import Path
from typing import Any

ANSWER_S = 60.0


def ask(place: Path, command: str, **arguments: Any) -> Any:
    """Executes a monitor command.

    Args:
        place: path of the monitor's socket.
        command: name of the command; see the QMP reference.
        arguments: arguments of the command.

    Returns:
        The result.

    Raises:
        AssertionError: QEMU reported an error.
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
