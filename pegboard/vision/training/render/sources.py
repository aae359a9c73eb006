"""Sources of the letters, signs and faces used in training, with their licences.

Licences are those stated by Debian's packages; other files are listed by path.
"""

from __future__ import annotations

import re
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pegboard.vision.training.render import decks, glyphs

_DOCUMENTS = Path("/usr/share/doc")
_IN_WORDS = (
    "SIL Open Font License",
    "GNU General Public License",
    "Public Domain",
    "under the GPL",
)


def sources() -> list[dict[str, Any]]:
    """Returns every package used for rendering, with its licences and number of files."""
    files = [path for held_out in (False, True) for f in glyphs.families(held_out) for path in f]
    files += glyphs.sign_fonts()
    if decks.installed():
        files += [decks.FOLDER / f"{n}.svgz" for n in decks.TRAINING + decks.PICTURES_ONLY]
    packages = Counter(_packages(sorted(set(files))).values())
    return [
        {"package": name, "files": count, "licences": licences(_DOCUMENTS / name / "copyright")}
        for name, count in sorted(packages.items())
    ]


def _packages(files: Sequence[Path]) -> dict[Path, str]:
    """Returns the Debian package of each file, or the file itself if there is none."""
    try:
        listing = subprocess.run(
            ["dpkg", "-S", *map(str, files)], check=False, capture_output=True, text=True
        ).stdout
    except FileNotFoundError:
        listing = ""
    owners = {}
    for line in listing.splitlines():
        package, _, path = line.partition(": ")
        owners[Path(path)] = package.split(",")[0].split(":")[0]
    return {path: owners.get(path, str(path)) for path in files}


def licences(copyright_file: Path) -> list[str]:
    """Returns the licences named in a Debian copyright file, by short name where there is one."""
    if not copyright_file.is_file():
        return []
    text = copyright_file.read_text(errors="replace")
    short = set(re.findall(r"^License:[ \t]*(\S.*?)\s*$", text, re.MULTILINE))
    plain = " ".join(text.split()).lower()
    return sorted(short or {words for words in _IN_WORDS if words.lower() in plain})
