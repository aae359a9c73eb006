"""Release signatures: only releases signed with a key of the running version are installed."""

import base64
import os
import secrets
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pegboard.cli import update
from pegboard.errors import DeviceError
from pegboard.ops.update.signature import (
    ENDING,
    KEYS,
    BadSignature,
    PublicKey,
    read_keys,
    sign_file,
    verify,
)
from pegboard.ops.update.versions import Versions
from tests.support.paths import ROOT

WHEEL = "pegboard-0.9.0-py3-none-any.whl"
SCRIPT = ROOT / ".ci" / "sign.py"


@dataclass
class Signer:
    """A signer with a key pair."""

    key: Ed25519PrivateKey
    number: bytes

    @classmethod
    def new(cls) -> "Signer":
        return cls(Ed25519PrivateKey.generate(), secrets.token_bytes(8))

    @property
    def public(self) -> PublicKey:
        return PublicKey(self.number, self.key.public_key())

    def sign(self, wheel: Path) -> str:
        return sign_file(wheel, self.key, self.number, "timestamp:1")


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    file = tmp_path / WHEEL
    file.write_bytes(b"a wheel" * 1000)
    return file


def test_only_signatures_of_known_keys_are_accepted(wheel: Path) -> None:
    ours, theirs = Signer.new(), Signer.new()
    text = ours.sign(wheel)
    assert verify(wheel, text, [theirs.public, ours.public]) == f"timestamp:1\tfile:{WHEEL}"
    with pytest.raises(BadSignature, match=r"key .* which the running version does not know"):
        verify(wheel, theirs.sign(wheel), [ours.public])
    with pytest.raises(BadSignature, match="altered"):  # a foreign key with our number
        verify(wheel, Signer(theirs.key, ours.number).sign(wheel), [ours.public])
    content = wheel.read_bytes()
    wheel.write_bytes(content[:-1] + b"!")
    with pytest.raises(BadSignature, match="altered after it was signed"):
        verify(wheel, text, [ours.public])
    wheel.write_bytes(content)
    newer = wheel.rename(wheel.with_name("pegboard-9.9.9-py3-none-any.whl"))
    with pytest.raises(
        BadSignature, match="must name that file"
    ):  # an old release renamed to a newer version
        verify(newer, text, [ours.public])


def test_modified_signature_is_rejected(wheel: Path) -> None:
    ours = Signer.new()
    text = ours.sign(wheel)
    first = len(text.split("\n")[0])  # the untrusted comment is not signed
    for at in range(first + 1, len(text)):
        other = "A" if text[at] != "A" else "B"
        changed = text[:at] + other + text[at + 1 :]
        if changed.rstrip() == text.rstrip():
            continue
        with pytest.raises(BadSignature):
            verify(wheel, changed, [ours.public])
    for broken in ("", "\n\n\n", "x" * 4096, "\n".join(["a" * 8] * 4)):
        with pytest.raises(BadSignature):
            verify(wheel, broken, [ours.public])


def test_key_file_allows_only_comments_and_keys(tmp_path: Path) -> None:
    one, second = Signer.new().public, Signer.new().public
    file = tmp_path / KEYS
    file.write_text(f"# ours\nuntrusted comment: minisign public key\n{one}\n\n{second}\n")
    assert [str(key) for key in read_keys(file)] == [str(one), str(second)]
    file.write_text("not a key\n")
    with pytest.raises(ValueError, match=r"base64|release key|padding"):
        read_keys(file)
    assert all(isinstance(key, PublicKey) for key in read_keys(ROOT / "systemd" / KEYS))


@pytest.fixture
def board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Versions, Path, Signer]:
    """Returns an installed version with one key, and its source of releases."""
    signer, opt, place = Signer.new(), tmp_path / "opt", tmp_path / "place"
    units = opt / "versions" / "0.1.0" / "units"
    units.mkdir(parents=True)
    (units / KEYS).write_text(f"{signer.public}\n")
    (opt / "current").symlink_to("versions/0.1.0")
    place.mkdir()
    (tmp_path / "releases").write_text(f"{place}\n")
    monkeypatch.setattr(update, "RELEASES", tmp_path / "releases")
    (opt / "versions/0.1.0/bin").mkdir()
    (opt / "versions/0.1.0/bin/python").symlink_to(sys.executable)
    return Versions(opt), place, signer


def test_download_without_valid_signature_is_refused(
    board: tuple[Versions, Path, Signer], wheel: Path
) -> None:
    versions, place, signer = board
    there = Path(shutil.copy(wheel, place))
    beside = there.with_name(there.name + ENDING)
    with pytest.raises(BadSignature, match=f"must be signed: {WHEEL}.minisig is missing"):
        update._verified(versions, there)
    beside.write_text(Signer.new().sign(there))
    with pytest.raises(BadSignature, match="does not know"):
        update._verified(versions, there)
    beside.write_text(signer.sign(there))
    assert update._verified(versions, there).endswith(WHEEL)
    fetched = wheel.parent / "fetched" / WHEEL
    fetched.parent.mkdir()
    shutil.copy(there, fetched)
    for address in (str(place), place.as_uri(), f"{place.as_uri()}/index.html"):
        fetched.with_name(beside.name).unlink(missing_ok=True)
        update._fetch_signature(address, fetched)
        assert update._verified(versions, fetched).endswith(WHEEL), address
    (versions.folder / "versions/0.1.0/units" / KEYS).write_text("# none yet\n")
    with pytest.raises(DeviceError, match="knows no key"):
        update._verified(versions, there)


def test_key_rotation_by_release_signed_with_old_key(
    board: tuple[Versions, Path, Signer], wheel: Path
) -> None:
    versions, _, old = board
    new, beside = Signer.new(), wheel.with_name(wheel.name + ENDING)
    beside.write_text(new.sign(wheel))
    with pytest.raises(BadSignature, match="does not know"):
        update._verified(versions, wheel)
    beside.write_text(old.sign(wheel))
    assert update._verified(versions, wheel)
    later = versions.folder / "versions" / "0.9.0" / "units"
    later.mkdir(parents=True)
    (later / KEYS).write_text(f"{new.public}\n")
    versions.switch("0.9.0")
    with pytest.raises(BadSignature, match="does not know"):
        update._verified(versions, wheel)
    beside.write_text(new.sign(wheel))
    assert update._verified(versions, wheel)


def test_release_key_is_created_once_and_signs(tmp_path: Path, wheel: Path) -> None:
    ci = tmp_path / "project" / ".ci"
    ci.mkdir(parents=True)
    shutil.copy(SCRIPT, ci)
    public = ci.parent / "systemd" / KEYS
    public.parent.mkdir()
    public.write_text("# keys\n")
    secret = tmp_path / "secret.key"

    def run(*arguments: object, passphrase: str = "x y z") -> tuple[int, str]:
        line = [sys.executable, str(ci / "sign.py"), *map(str, arguments)]
        variables = os.environ | {"PEGBOARD_KEY_PASSPHRASE": passphrase, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(line, capture_output=True, text=True, env=variables)
        return done.returncode, done.stdout + done.stderr

    assert run("key", secret)[0] == 0
    assert secret.stat().st_mode & 0o777 == 0o600 and b"ENCRYPTED" in secret.read_bytes()
    assert run("key", secret)[0] == 1, "it is not written over"
    assert run("files", secret, wheel, passphrase="wrong")[0] == 1
    assert run("files", secret, wheel)[0] == 0
    text = wheel.with_name(wheel.name + ENDING).read_text()
    assert verify(wheel, text, read_keys(public))


@pytest.mark.group("install")
@pytest.mark.skipif(shutil.which("minisign") is None, reason="minisign is not installed")
def test_minisign_verifies_our_signatures(tmp_path: Path, wheel: Path) -> None:
    signer = Signer.new()
    wheel.with_name(wheel.name + ENDING).write_text(signer.sign(wheel))
    check = ["minisign", "-V", "-m", str(wheel), "-P", str(signer.public)]
    assert subprocess.run(check, capture_output=True).returncode == 0
    make = ["minisign", "-G", "-W", "-p", str(tmp_path / "k.pub"), "-s", str(tmp_path / "k.sec")]
    assert subprocess.run(make, capture_output=True).returncode == 0
    write = ["minisign", "-S", "-s", str(tmp_path / "k.sec"), "-m", str(wheel)]
    assert subprocess.run(write, capture_output=True, input=b"\n").returncode == 0
    keys = read_keys(tmp_path / "k.pub")
    text = wheel.with_name(wheel.name + ENDING).read_text()
    assert WHEEL in verify(wheel, text, keys)
    assert base64.b64decode(str(keys[0]))[:2] == b"Ed"
