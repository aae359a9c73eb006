"""Writes the effects of OK into the documentation, from the table in the code.

python -m tests.tools.ok_documents
"""

import re
from pathlib import Path

from pegboard.session.ok import LABELS, OK
from tests.support.paths import ROOT


def documents() -> dict[Path, str]:
    """Returns the new text of each page that describes OK."""
    done = [*LABELS.values()]
    codes = ", ".join(f"`{label}` ({does})" for label, does in LABELS.items())
    rows = "".join(f"| {row.when} | {row.does} | {_code(row.label)} |\n" for row in OK)
    parts = {
        ROOT / "docs" / "using.md": (
            r"- \*\*OK\*\* also .*\n(?:  .*\n)*",
            _wrapped(f"- **OK** also {', '.join(done[:-1])}, and {done[-1]}."),
        ),
        ROOT / "pegboard" / "web" / "API.md": (
            r"^\| `ok` \|.*\n",
            f"| `ok` | what OK does, unless points are pending: {codes}; empty where it does "
            "nothing, or is refused. [All of it](../session/README.md#what-ok-does) |\n",
        ),
        ROOT / "pegboard" / "session" / "README.md": (
            r"\| when \| OK \|.*\n\|.*\n(?:\|.*\n)*",
            f"| when | OK | `ok` |\n|---|---|---|\n{rows}",
        ),
    }
    return {page: _put(page.read_text(encoding="utf-8"), *part) for page, part in parts.items()}


def _code(label: str | None) -> str:
    return f"`{label}`" if label else ""


def _wrapped(text: str) -> str:
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) > 117:
            lines.append("")
        lines[-1] += f" {word}" if lines[-1] else word
    return "\n  ".join(lines) + "\n"


def _put(text: str, place: str, part: str) -> str:
    put, times = re.subn(place, lambda found: part, text, flags=re.MULTILINE)
    assert times == 1, place
    return put


if __name__ == "__main__":
    for page, text in documents().items():
        page.write_text(text, encoding="utf-8")
