"""Makes everything generated here: `python -m hardware.make FOLDER [NAME ...]`.

Each generator writes to its own subfolder. Output is reproducible: no dates, no random names, so
that two runs can be compared.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from hardware.budget import report as power
from hardware.carrier import fabricate
from hardware.enclosure import make as enclosure
from hardware.parts import list as parts
from hardware.perfboard import picture as perfboard
from hardware.templates import make as templates
from hardware.wiring import picture as wiring

GENERATORS: dict[str, Callable[[Path], list[Path]]] = {
    "templates": templates,
    "enclosure": enclosure.make,
    "parts": parts.make,
    "power": power.make,
    "wiring": wiring.make,
    "perfboard": perfboard.make,
    "carrier": fabricate.make,
}
"""Generator by folder name; takes the existing folder, returns the files written."""


def main(args: list[str]) -> int:
    """Makes the named outputs, or all; without names and KiCad, all but the carrier.

    Returns:
        The exit code: 0; 1 if a tool is missing or a check failed, 2 for an unknown name.
    """
    if not args or args[0].startswith("-"):
        print("python -m hardware.make FOLDER [NAME ...]", file=sys.stderr)
        return 2
    names = args[1:] or list(GENERATORS)
    if not args[1:] and (why := fabricate.missing()):
        print(f"{why}; everything else is made without it", file=sys.stderr)
        names.remove("carrier")
    if unknown := [name for name in names if name not in GENERATORS]:
        available = ", ".join(GENERATORS)
        print(f"hardware.make: nothing is called {unknown[0]!r}: {available}", file=sys.stderr)
        return 2
    for name in names:
        folder = Path(args[0]) / name
        folder.mkdir(parents=True, exist_ok=True)
        try:
            written = GENERATORS[name](folder)
        except fabricate.CarrierError as error:
            print(error, file=sys.stderr)
            return 1
        print(*written, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
