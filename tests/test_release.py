"""Tests of `.ci/release.py` and `.ci/dist.py`: checks before a release, and its archives."""

import importlib
import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

SCRIPT = Path(__file__).parent.parent / ".ci" / "release.py"
SECTION = "## 0.2.0 - 2026-12-24\n\n### Added\n\n- Snow.\n"
OLDER = "\n## 0.1.0 - 2026-11-22\n\nThe first version.\n"


def git(folder: Path, *arguments: str) -> str:
    identity = (
        "-c",
        "user.name=Ann",
        "-c",
        "user.email=ann@example.org",
        "-c",
        "commit.gpgsign=false",
    )
    command = ["git", *identity, *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout


def repository(folder: Path, changelog: str) -> Path:
    """Creates a committed project of version 0.2.0 with this changelog."""
    git(folder, "init", "--quiet")
    for name, value in (("user.name", "Ann"), ("user.email", "ann@example.org")):
        git(folder, "config", name, value)
    (folder / "pyproject.toml").write_text('[project]\nname = "x"\nversion = "0.2.0"\n')
    (folder / "CHANGELOG.md").write_text("# Changelog\n\n" + changelog)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "--message", "One")
    return folder


def release(folder: Path, step: str) -> tuple[int, str]:
    command = [sys.executable, str(SCRIPT), step]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_tag_is_made_once_with_the_section_as_message(tmp_path: Path) -> None:
    folder = repository(tmp_path, "## Unreleased\n\n" + SECTION + OLDER)
    assert release(folder, "check") == (0, "0.2.0 can be released\n")
    assert git(folder, "tag") == ""
    code, output = release(folder, "tag")
    assert code == 0 and "v0.2.0 is tagged" in output
    message = git(folder, "tag", "--list", "--format=%(contents)", "v0.2.0")
    assert message.strip() == "0.2.0\n\n### Added\n\n- Snow."
    assert release(folder, "tag") == (
        1,
        "release: the tag v0.2.0 exists already: raise the version in pyproject.toml\n",
    )


@pytest.mark.parametrize(
    ("changelog", "reason"),
    [
        ("", "newest section must be '## 0.2.0 - YYYY-MM-DD', not missing"),
        ("## Unreleased\n" + OLDER, "must be '## 0.2.0 - YYYY-MM-DD', not ## 0.1.0 - 2026-11-22"),
        ("## 0.2.0\n\n- Snow.\n", "must be '## 0.2.0 - YYYY-MM-DD', not ## 0.2.0"),
        ("## 0.2.0 - soon\n\n- Snow.\n", "not ## 0.2.0 - soon"),
        (OLDER + SECTION, "not ## 0.1.0 - 2026-11-22"),
        ("## 0.2.0 - 2026-12-24\n" + OLDER, "the section of 0.2.0 is empty"),
        ("## Unreleased\n\n- More.\n\n" + SECTION, "Unreleased is not empty"),
    ],
)
def test_release_requires_a_dated_section(tmp_path: Path, changelog: str, reason: str) -> None:
    folder = repository(tmp_path, changelog)
    for step in ("check", "tag"):
        code, output = release(folder, step)
        assert code == 1 and reason in output and output.count("\n") == 1
    assert git(folder, "tag") == ""


def test_release_requires_a_clean_tree(tmp_path: Path) -> None:
    folder = repository(tmp_path, SECTION)
    (folder / "new.py").write_text("")
    assert release(folder, "tag") == (
        1,
        "release: not everything is committed: commit it, or remove it\n",
    )


def test_changelog_has_a_section_of_this_version() -> None:
    """Guards the first step of a release."""
    root = SCRIPT.parent.parent
    version = (root / "pyproject.toml").read_text().partition('\nversion = "')[2].partition('"')[0]
    assert f"\n## {version} - " in (root / "CHANGELOG.md").read_text()


# --- the archives


@pytest.fixture
def dist(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(SCRIPT.parent))
    monkeypatch.setenv("PEGBOARD_KEY_PASSPHRASE", "")  # a temporary key sets it
    return importlib.import_module("dist")


FILES = {"b/list.csv": b"part,number\n", "install.sh": b"#!/bin/sh\n", "a.txt": b"A" * 1000}


@pytest.mark.parametrize("kind", ["zip", "tar"])
def test_archives_are_reproducible(tmp_path: Path, dist: Any, kind: str) -> None:
    pack = getattr(dist, f"pack_{kind}")
    pack(tmp_path / "one", "top", FILES)
    pack(tmp_path / "two", "top", dict(reversed(FILES.items())))
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_archive_members_are_sorted_with_fixed_date_and_owner(tmp_path: Path, dist: Any) -> None:
    dist.pack_zip(tmp_path / "p.zip", "top", FILES)
    dist.pack_tar(tmp_path / "p.tar.gz", "top", FILES)
    names = ["top/a.txt", "top/b/list.csv", "top/install.sh"]
    with zipfile.ZipFile(tmp_path / "p.zip") as pack:
        assert pack.namelist() == names
        assert {entry.date_time for entry in pack.infolist()} == {(2020, 1, 1, 0, 0, 0)}
        assert pack.read("top/a.txt") == FILES["a.txt"]
    with tarfile.open(tmp_path / "p.tar.gz") as unpacked:
        members = unpacked.getmembers()
    assert [member.name for member in members] == names
    assert [member.mode for member in members] == [0o644, 0o644, 0o755]
    assert {(m.mtime, m.uid, m.gid, m.uname) for m in members} == {(1577836800, 0, 0, "")}


def test_sums_are_in_the_format_of_sha256sum(tmp_path: Path, dist: Any) -> None:
    for name in ("b.zip", "a.uf2"):
        (tmp_path / name).write_text(name)
    sums = dist.write_sums(tmp_path)
    assert [line.split()[1] for line in sums.read_text().splitlines()] == ["a.uf2", "b.zip"]
    check = ["sha256sum", "--check", "--strict", sums.name]
    assert subprocess.run(check, cwd=tmp_path, capture_output=True).returncode == 0


def test_installer_readme_has_no_links_out_of_its_folder(tmp_path: Path, dist: Any) -> None:
    wheel = tmp_path / "pegboard-0.2.0-py3-none-any.whl"
    wheel.write_bytes(b"wheel")
    files = dist.board_files(wheel)
    assert {"install.sh", "runtime.lock", "pegboard.service", "LICENSE", wheel.name} <= set(files)
    assert b"](../" not in files["README.md"] and b"](install.sh)" in files["README.md"]


def test_card_image_must_be_built_from_the_released_wheel(
    tmp_path: Path, dist: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, released = tmp_path / "build", tmp_path / "dist"
    built.mkdir()
    released.mkdir()
    image, wheel = built / "pegboard-0.2.0-arm64.img.xz", tmp_path / "wheel"
    monkeypatch.setattr(dist, "IMAGE", image)
    wheel.write_bytes(b"new")
    assert "`make image` builds it" in dist.add_image(released, wheel, "")
    image.write_bytes(b"card")
    (built / "pegboard-0.2.0-arm64.packages").write_text("apt 3.0\n")
    manifest = {"os_list": [{"name": "pegboard", "url": image.as_uri()}]}
    (built / "pegboard-0.2.0-arm64.rpi-imager-manifest").write_text(json.dumps(manifest))
    assert "built of another wheel" in dist.add_image(released, wheel, "")
    assert not any(released.iterdir())
    (built / "pegboard-0.2.0-arm64.wheel").write_text(f"{dist.sum_of(wheel)}  -\n")
    assert "RELEASE_ADDRESS=URL" in dist.add_image(released, wheel, "")
    assert not list(released.glob("*manifest")), "none that names a place on this machine"
    assert dist.add_image(released, wheel, "https://example.org/v0.2.0") == ""
    (published,) = released.glob("*manifest")
    (entry,) = json.loads(published.read_text())["os_list"]
    assert entry["url"] == "https://example.org/v0.2.0/pegboard-0.2.0-arm64.img.xz"


def test_missing_part_is_named_with_its_cure(
    tmp_path: Path, dist: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dist, "ROOT", tmp_path)
    with pytest.raises(dist.Incomplete, match=r"py3-none-any\.whl is missing: make wheel"):
        dist.fill(tmp_path, "")


def test_unknown_key_signs_no_release(tmp_path: Path, dist: Any) -> None:
    wheel, (secret, public) = tmp_path / "wheel", dist.throw_away_key(tmp_path, tmp_path / "a.pub")
    wheel.write_bytes(b"wheel")
    signatures = dist.sign.sign_files(secret, [wheel])
    dist.check_signatures(signatures, public)
    public.write_text("")
    with pytest.raises(dist.Incomplete, match=r"a\.pub does not have this key"):
        dist.check_signatures(signatures, public)
    assert not signatures[0].exists()
