"""The SD card image: Imager manifest and Python packages."""

import hashlib
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hardware.image.locked import locked
from hardware.image.manifest import manifest
from tests.support.paths import ROOT

IMAGE = ROOT / "hardware" / "image"
LOCK = (ROOT / "systemd" / "runtime.lock").read_text()


def test_manifest_enables_imager_customisation(tmp_path: Path) -> None:
    image, packed = tmp_path / "a card.img", tmp_path / "a card.img.xz"
    image.write_bytes(b"card" * 100)
    packed.write_bytes(b"less")
    (entry,) = manifest(image, packed, "1.2.3", now=86400.0)["os_list"]
    assert entry["init_format"] == "cloudinit" and entry["architecture"] == "armv8"
    assert entry["url"] == f"file://{tmp_path}/a%20card.img.xz"
    assert (entry["extract_size"], entry["image_download_size"]) == (400, 4)
    assert entry["extract_sha256"] == hashlib.sha256(image.read_bytes()).hexdigest()
    assert entry["release_date"] == "1970-01-02"


def test_published_manifest_has_image_address(tmp_path: Path) -> None:
    image, packed = tmp_path / "card.img", tmp_path / "card.img.xz"
    image.write_bytes(b"card")
    packed.write_bytes(b"less")
    script = [sys.executable, str(IMAGE / "manifest.py"), str(image), str(packed), "1.2.3"]
    line = [*script, "--address", "https://example.org/v1.2.3/"]
    done = subprocess.run(line, capture_output=True, text=True, check=True)
    (entry,) = json.loads(done.stdout)["os_list"]
    assert entry["url"] == "https://example.org/v1.2.3/card.img.xz"
    assert str(tmp_path) not in done.stdout


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_locked_has_each_package_once(python: str) -> None:
    lines = locked(LOCK, python, "aarch64")
    names = [line.split("==")[0] for line in lines]
    assert len(set(names)) == len(names) > 20 and "colorama" not in names
    assert all("--hash=sha256:" in line and " ; " not in line for line in lines)


def test_locked_selects_numpy_of_target_python() -> None:
    requirements = {python: locked(LOCK, python, "aarch64") for python in ("3.11", "3.13")}
    numpy = {
        python: [line.split()[0] for line in lines if line.startswith("numpy==")]
        for python, lines in requirements.items()
    }
    assert len(numpy["3.11"]) == len(numpy["3.13"]) == 1 and numpy["3.11"] != numpy["3.13"]


def test_debian_packages_have_a_reason() -> None:
    lines = (IMAGE / "packages").read_text().splitlines()
    packages = [line.split(None, 1) for line in lines if line and not line.startswith("#")]
    assert all(len(words) == 2 for words in packages)
    names = [words[0] for words in packages]
    assert names == sorted(set(names))


def test_default_cloud_config_changes_nothing() -> None:
    """Checks that the defaults are empty: host `pegboard`, wired network."""
    for name in ("user-data", "network-config"):
        lines = (IMAGE / "boot" / name).read_text().splitlines()
        assert all(not line or line.startswith("#") for line in lines), name
    assert (IMAGE / "boot/user-data").read_text().startswith("#cloud-config\n")


def test_image_guide_names_boards_that_need_raspberry_pi_os() -> None:
    """Debian's kernel lacks SPI with DMA, the Pi 5, and Pi cameras."""
    text = (ROOT / "hardware/image/README.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (Pi 5, 500|LEDs on SPI|Pi camera) \| (.+) \|$", text, re.M))
    assert len(rows) == 3 and "spidev" not in text
    for feature, row in rows.items():
        assert row.startswith("no: ") and "Raspberry Pi OS" in row, feature


def test_image_scripts_pass_shellcheck() -> None:
    scripts = [str(path) for path in IMAGE.glob("*.sh")]
    result = subprocess.run(
        ["shellcheck", "-x", *scripts], capture_output=True, text=True, cwd=ROOT
    )
    assert result.returncode == 0, result.stdout
