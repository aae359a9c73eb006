"""Tests that dist/ is complete, that its files open, and that sums and signatures match."""

import csv
import hashlib
import io
import json
import re
import struct
import subprocess
import tarfile
import xml.etree.ElementTree as ET
import zipfile
from collections.abc import Iterator
from pathlib import Path

import ezdxf
import pytest
from pypdf import PdfReader

from hardware.budget.report import layouts
from hardware.make import GENERATORS
from hardware.wiring.builds import HOSTS
from pegboard import __version__ as VERSION
from pegboard.ops.update.signature import ENDING, KEYS, read_keys, verify
from tests.release.files import names_of
from tests.support.paths import ROOT

DIST = ROOT / "dist"
WHEEL = DIST / f"pegboard-{VERSION}-py3-none-any.whl"
FIRMWARE = DIST / f"pegboard-firmware-{VERSION}.uf2"
HARDWARE = DIST / f"pegboard-hardware-{VERSION}.zip"
BOARD = DIST / f"pegboard-board-{VERSION}.tar.gz"
GUIDE = DIST / f"pegboard-guide-{VERSION}.pdf"
SUMS = DIST / "SHA256SUMS"
CARD = f"pegboard-{VERSION}-arm64"
FAMILIES = {0xE48BFF56: "RP2040", 0xE48BFF59: "RP2350 Arm"}
"""Family ids of UF2 files, from uf2families.json in microsoft/uf2."""


def members() -> Iterator[tuple[str, bytes]]:
    """Yields every released file except the card image, and the members of its archives."""
    for file in DIST.iterdir():
        if not file.name.startswith(CARD):
            yield file.name, file.read_bytes()
    for archive in (WHEEL, HARDWARE):
        with zipfile.ZipFile(archive) as pack:
            for name in pack.namelist():
                yield f"{archive.name}: {name}", pack.read(name)
    with tarfile.open(BOARD) as packed:
        for member in packed:
            source = packed.extractfile(member)
            assert source is not None, f"{member.name} is no file"
            yield f"{BOARD.name}: {member.name}", source.read()


@pytest.fixture(scope="module")
def hardware() -> dict[str, bytes]:
    """Returns the members of the zip by their path below its top folder."""
    top = HARDWARE.stem + "/"
    with zipfile.ZipFile(HARDWARE) as pack:
        assert pack.testzip() is None
        assert all(name.startswith(top) for name in pack.namelist())
        return {name.removeprefix(top): pack.read(name) for name in pack.namelist()}


def test_dist_has_every_file_and_no_other() -> None:
    card = {f"{CARD}.{ending}" for ending in ("img.xz", "packages", "rpi-imager-manifest")}
    found = {file.name for file in DIST.iterdir()}
    assert found - card - {"dry-run.pub"} == names_of(VERSION)


def test_sums_match_every_file() -> None:
    check = ["sha256sum", "--check", "--strict", "--quiet", SUMS.name]
    subprocess.run(check, cwd=DIST, check=True)
    summed = {line.split()[1] for line in SUMS.read_text().splitlines()}
    found = {file.name for file in DIST.iterdir() if file.suffix not in (ENDING, ".pub")}
    assert summed == found - {SUMS.name}


def test_wheel_and_sums_are_signed() -> None:
    dry_run = DIST / "dry-run.pub"
    keys = read_keys(dry_run if dry_run.exists() else ROOT / "systemd" / KEYS)
    for file in (WHEEL, SUMS):
        verify(file, file.with_name(file.name + ENDING).read_text(), keys)


def test_files_contain_no_path_of_the_build_machine() -> None:
    place = re.compile(re.escape(f"{ROOT}/").encode())
    assert [name for name, content in members() if place.search(content)] == []


def test_firmware_is_for_both_chips() -> None:
    image = FIRMWARE.read_bytes()
    blocks = [struct.unpack("<8I", image[at : at + 32]) for at in range(0, len(image), 512)]
    assert {block[:2] for block in blocks} == {(0x0A324655, 0x9E5D5157)}
    assert {FAMILIES.get(block[7]) for block in blocks} >= set(FAMILIES.values())
    assert image.count(f"{VERSION}".encode()) >= 1


def test_hardware_has_a_folder_per_generator(hardware: dict[str, bytes]) -> None:
    assert {name.split("/")[0] for name in hardware} == set(GENERATORS) | {"LICENSE"}
    assert [name for name, content in hardware.items() if not content] == []


def test_hardware_has_templates_lists_and_diagrams_per_layout(hardware: dict[str, bytes]) -> None:
    for layout in layouts():
        for name in (
            *(f"templates/{layout.name}{ending}" for ending in ("-a4.pdf", "-letter.pdf", ".dxf")),
            f"parts/parts-{layout.name}.md",
            *(f"parts/parts-{layout.name}-{host}.csv" for host in HOSTS),
            *(f"wiring/{layout.name}-{host}.svg" for host in HOSTS),
            *(
                f"enclosure/{layout.name}-{size}{end}"
                for size in (24, 12)
                for end in (".dxf", ".md")
            ),
            f"enclosure/{layout.name}-grid-1.stl",
        ):
            assert name in hardware


def test_drawings_and_lists_open(hardware: dict[str, bytes], tmp_path: Path) -> None:
    opened = set()
    for name, content in hardware.items():
        ending = Path(name).suffix
        opened.add(ending)
        if ending == ".pdf":
            assert len(PdfReader(io.BytesIO(content)).pages) > 0, name
        elif ending == ".dxf":
            file = tmp_path / "drawing.dxf"
            file.write_bytes(content)
            assert len(ezdxf.readfile(file).modelspace()) > 0, name  # type: ignore[attr-defined]
        elif ending == ".svg":
            assert ET.fromstring(content.decode()).tag.endswith("svg"), name
        elif ending == ".csv":
            rows = list(csv.reader(io.StringIO(content.decode())))
            assert len(rows) > 1 and len({len(row) for row in rows}) == 1, name
        elif ending == ".stl":
            (triangles,) = struct.unpack("<I", content[80:84])
            assert len(content) == 84 + 50 * triangles > 84, name
        elif ending == ".json":
            json.loads(content)
    assert opened >= {".pdf", ".dxf", ".svg", ".csv", ".md"}


def test_carrier_files_are_complete_for_a_board_house(hardware: dict[str, bytes]) -> None:
    with zipfile.ZipFile(io.BytesIO(hardware["carrier/carrier-gerbers.zip"])) as pack:
        assert pack.testzip() is None
        names = set(pack.namelist())
    layers = ("F_Cu.gtl", "B_Cu.gbl", "F_Mask.gts", "B_Mask.gbs", "F_Silkscreen.gto")
    assert {f"carrier-{layer}" for layer in (*layers, "Edge_Cuts.gm1", "PTH.drl")} <= names
    parts = hardware["carrier/fab/carrier-parts.csv"].decode()
    places = hardware["carrier/fab/carrier-positions.csv"].decode()
    for part in ("U1", "U2", "J1", "R1"):
        assert re.search(rf"\b{part}\b", parts) and re.search(rf"\b{part}\b", places)


def test_installer_runs_from_its_own_folder(tmp_path: Path) -> None:
    with tarfile.open(BOARD) as pack:
        pack.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    assert folder.name == f"pegboard-board-{VERSION}"
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"}
    done = subprocess.run(
        [str(folder / "install.sh"), "--dry-run", "--kiosk", "--spi"],
        cwd="/", env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert f"pegboard {VERSION} from {folder / WHEEL.name}\n" in done.stdout
    assert "nothing was touched" in done.stdout


def test_installer_contains_the_released_wheel_and_its_files() -> None:
    with tarfile.open(BOARD) as pack, zipfile.ZipFile(WHEEL) as wheel:
        top = f"pegboard-board-{VERSION}/"
        inside = pack.extractfile(top + WHEEL.name)
        assert inside is not None
        assert hashlib.sha256(inside.read()).digest() == hashlib.sha256(WHEEL.read_bytes()).digest()
        for member in pack.getnames():
            name = member.removeprefix(top)
            if name not in (WHEEL.name, "LICENSE", "README.md"):
                source = pack.extractfile(member)
                assert source is not None
                assert source.read() == wheel.read(f"pegboard/appliance/{name}"), name


def test_guide_is_of_this_version() -> None:
    reader = PdfReader(GUIDE)
    assert len(reader.pages) > 15
    assert reader.metadata is not None
    assert reader.metadata.title == f"Building the board, pegboard {VERSION}"


def test_card_manifest_has_a_download_address() -> None:
    for file in DIST.glob("*.rpi-imager-manifest"):
        (entry,) = json.loads(file.read_text())["os_list"]
        image = DIST / f"{CARD}.img.xz"
        assert entry["url"].startswith("https://") and entry["url"].endswith(f"/{image.name}")
        assert entry["image_download_size"] == image.stat().st_size
