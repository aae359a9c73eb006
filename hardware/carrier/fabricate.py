"""Builds the carrier board, checks it, and writes the fabrication files.

Any error or warning of KiCad's checks, any unconnected pin, and any difference between board and
schematic prevents all output.
"""

import json
import os
import re
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hardware.carrier import schematic, silk
from hardware.carrier.schematic import NAME

SYSTEM_PYTHON = Path("/usr/bin/python3")
"""The Python that has KiCad's library; a virtual environment cannot see it."""

FOOTPRINTS = Path("/usr/share/kicad/footprints")
"""Debian's folder of KiCad footprints, unless KICAD9_FOOTPRINT_DIR names another."""

LAYERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")

_DATES = (
    (r"(TF\.CreationDate,)[^*\n]*", r"\1"),
    (r"(Created by KiCad \([^)]*\)) date [^*\n]*", r"\1"),
    (r"(DRILL file \{[^}]*\}) date .*", r"\1"),
    (r'("CreationDate": ")[^"]*', r"\1"),
    (r'("date": ")[^"]*', r"\1"),
    (r"date \d{4}[-/]\d\d[-/]\d\d[ T][\d:]+", "date"),
)
"""Times of day written by KiCad: removed, so that the same design gives the same bytes."""


class CarrierError(Exception):
    """The board cannot be built; the message gives the reason and the cure."""


class Findings(NamedTuple):
    """KiCad's complaints, warnings included, one sentence each."""

    rules: list[str]
    """Violations of electrical rules in the schematic."""
    design: list[str]
    """Violations of design rules on the board."""
    unjoined: list[str]
    """Unconnected pins of a net."""
    parity: list[str]
    """Differences between board and schematic."""
    words: list[str]
    """Words on the board that are missing, misleading or covered."""

    def __bool__(self) -> bool:
        return any(self[:])


def make(folder: Path) -> list[Path]:
    """Makes the board in `folder`, checks it, then plots it.

    Returns:
        The files written.

    Raises:
        CarrierError: KiCad is missing, or its checks failed.
    """
    draw(folder)
    if findings := check(folder):
        lines = [f"{kind}: {text}" for kind, all in findings._asdict().items() for text in all]
        raise CarrierError("carrier: KiCad finds fault:\n  " + "\n  ".join(lines))
    plot(folder)
    pictures(folder)
    return sorted(path for path in folder.rglob("*") if path.is_file())


def draw(folder: Path) -> None:
    """Writes schematic and board from the design.

    Raises:
        CarrierError: KiCad is missing, or a part cannot be placed or a net not routed.
    """
    _require()
    schematic.write(folder)
    _pcbnew("hardware.carrier.pcb", folder.resolve())
    (folder / f"{NAME}.kicad_prl").unlink(missing_ok=True)  # window state


def check(folder: Path) -> Findings:
    """Runs KiCad's checks of schematic and board, and our check of the silk screen.

    Keeps KiCad's reports, `erc.json` and `drc.json`.
    """
    _require()
    erc, drc = folder / "erc.json", folder / "drc.json"
    options = ("--severity-all", "--format", "json")
    _kicad("sch", "erc", *options, "-o", erc, folder / f"{NAME}.kicad_sch")
    _kicad(
        *("pcb", "drc", *options, "--schematic-parity", "-o", drc),
        folder / f"{NAME}.kicad_pcb",
    )
    for path in (erc, drc):
        _undate(path)
    rules = json.loads(erc.read_text())
    design = json.loads(drc.read_text())
    return Findings(
        [_sentence(item) for sheet in rules["sheets"] for item in sheet["violations"]],
        [_sentence(item) for item in design["violations"]],
        [_sentence(item) for item in design["unconnected_items"]],
        [_sentence(item) for item in design["schematic_parity"]],
        silk.faults(printed(folder)),
    )


def printed(folder: Path) -> silk.Printed:
    """Returns the words, pads and bodies of the board from KiCad."""
    board = folder.resolve() / f"{NAME}.kicad_pcb"
    return silk.Printed.from_json(json.loads(_pcbnew("hardware.carrier.printed", board)))


def plot(folder: Path) -> None:
    """Writes the fabrication and assembly files: the folder `fab` and its zip."""
    fab = folder / "fab"
    fab.mkdir(exist_ok=True)
    board, sheet = folder / f"{NAME}.kicad_pcb", folder / f"{NAME}.kicad_sch"
    out = ("-o", f"{fab}/")
    _kicad("pcb", "export", "gerbers", *out, "--no-x2", "--layers", ",".join(LAYERS), board)
    _kicad("pcb", "export", "drill", *out, "--format", "excellon", "--excellon-separate-th", board)
    positions = ("--format", "csv", "--units", "mm", "--use-drill-file-origin")
    _kicad("pcb", "export", "pos", "-o", fab / f"{NAME}-positions.csv", *positions, board)
    _kicad(
        *("sch", "export", "bom", "-o", fab / f"{NAME}-parts.csv"),
        *("--fields", "Reference,Value,Footprint,Order,${QUANTITY}"),
        *("--labels", "part,value,footprint,order,quantity"),
        *("--group-by", "Value,Footprint,Order", "--exclude-dnp", sheet),
    )
    for path in fab.iterdir():
        _undate(path)
    plots = sorted(path for path in fab.iterdir() if path.suffix[1] in "gd")
    with zipfile.ZipFile(folder / f"{NAME}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as pack:
        for path in plots:
            entry = zipfile.ZipInfo(path.name, (2020, 1, 1, 0, 0, 0))
            entry.external_attr = 0o644 << 16
            pack.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def pictures(folder: Path) -> None:
    """Draws the schematic and both sides of the board."""
    board, sheet = folder / f"{NAME}.kicad_pcb", folder / f"{NAME}.kicad_sch"
    _kicad("sch", "export", "svg", "-o", f"{folder}/", "--exclude-drawing-sheet", sheet)
    (folder / f"{NAME}.svg").rename(folder / f"{NAME}-schematic.svg")
    plain = ("--mode-single", "--page-size-mode", "2", "--exclude-drawing-sheet")
    for side, layers in (("front", "F.Cu,F.Mask,F.SilkS"), ("back", "B.Cu,B.Mask")):
        mirror = ("--mirror",) if side == "back" else ()
        target = folder / f"{NAME}-{side}.svg"
        layers += ",Edge.Cuts"
        _kicad("pcb", "export", "svg", "-o", target, "--layers", layers, *plain, *mirror, board)
        view = ("--side", "top" if side == "front" else "bottom")
        size = ("-w", "1400", "--height", "1050")
        _kicad("pcb", "render", *view, *size, "-o", folder / f"{NAME}-{side}.png", board)
    for path in folder.glob("*.svg"):
        _undate(path)


def _sentence(item: Mapping[str, Any]) -> str:
    where = "; ".join(part["description"] for part in item.get("items", ()))
    return f"{item['description']} ({where})" if where else str(item["description"])


def _undate(path: Path) -> None:
    text = path.read_text()
    for pattern, plain in _DATES:
        text = re.sub(pattern, plain, text)
    path.write_text(text)


def missing() -> str:
    """Returns an error with cure if KiCad 9 is not installed, else an empty string."""
    version = ""
    if shutil.which("kicad-cli"):
        version = subprocess.run(
            ["kicad-cli", "version"], capture_output=True, text=True, env=_environment()
        ).stdout.strip()
    if version.split(".")[0] != "9":
        return (
            f"carrier: KiCad 9 is wanted, here is {version or 'none'}: "
            "`make carrier` installs it on Debian 12 and later"
        )
    if not _footprints().is_dir():
        return f"carrier: no footprints in {_footprints()}: install kicad-footprints"
    return ""


def _require() -> None:
    """Checks that KiCad 9 is installed.

    Raises:
        CarrierError: it is not.
    """
    if why := missing():
        raise CarrierError(why)


def _footprints() -> Path:
    return Path(os.environ.get("KICAD9_FOOTPRINT_DIR", FOOTPRINTS))


def _environment(settings: str = "") -> dict[str, str]:
    """Returns an environment in which KiCad ignores the user's settings."""
    environment = {"KICAD9_FOOTPRINT_DIR": str(_footprints()), "PYTHONDONTWRITEBYTECODE": "1"}
    return os.environ | environment | ({"KICAD_CONFIG_HOME": settings} if settings else {})


def _kicad(*args: object) -> None:
    _run("kicad-cli", *args)


def _pcbnew(module: str, argument: Path) -> str:
    """Runs one of our modules with the Python that has KiCad's library; returns its output."""
    root = Path(__file__).resolve().parents[2]
    return _run(SYSTEM_PYTHON, "-m", module, argument, cwd=root)


def _run(*args: object, cwd: Path | None = None) -> str:
    with tempfile.TemporaryDirectory() as settings:
        done = subprocess.run(
            [str(arg) for arg in args],
            capture_output=True,
            text=True,
            env=_environment(settings),
            cwd=cwd,
        )
    if done.returncode:
        output = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise CarrierError(
            f"carrier: {args[0]} failed: {output[-1] if output else done.returncode}"
        )
    return done.stdout
