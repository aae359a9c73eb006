"""Encrypted backups: unreadable without the passphrase, and tamper-proof."""

import io
from pathlib import Path
from random import Random

import pytest

from pegboard.cli.app import run_line
from pegboard.ops.encrypted_backup import CHUNK, MAGIC, SALT, TAG, decrypt, encrypt
from pegboard.ops.encrypted_backup import decrypted as decrypted_file
from pegboard.storage.integrity.manifest import UnfitBackup
from tests.support.journals import create_state

PASSPHRASE = "fünfzehn zwei, fünfzehn vier"


def encrypted(content: bytes) -> bytes:
    out = io.BytesIO()
    encrypt(io.BytesIO(content), out, PASSPHRASE)
    return out.getvalue()


def decrypted(content: bytes, passphrase: str = PASSPHRASE) -> bytes:
    out = io.BytesIO()
    decrypt(io.BytesIO(content), out, passphrase)
    return out.getvalue()


@pytest.mark.parametrize("length", [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
def test_encryption_round_trips(length: int) -> None:
    content = Random(length).randbytes(length)
    hidden = encrypted(content)
    assert decrypted(hidden) == content
    assert length < CHUNK or content[:50] not in hidden
    assert encrypted(content) != hidden, "another salt, another key"
    with pytest.raises(UnfitBackup, match="passphrase must be the one"):
        decrypted(hidden, "another passphrase")


def test_modified_file_is_rejected() -> None:
    content = Random(1).randbytes(2 * CHUNK + 100)
    hidden, rng = encrypted(content), Random(2)
    step, begins = CHUNK + TAG, len(MAGIC) + SALT
    parts = [hidden[begins + n * step : begins + (n + 1) * step] for n in range(3)]
    head = hidden[:begins]
    wrong = [
        hidden[:-1],
        hidden[:begins],
        head + parts[0] + parts[1],  # without the last chunk
        head + parts[1] + parts[0] + parts[2],
        head + parts[0] + parts[0] + parts[1] + parts[2],
        hidden + b"more",
    ]
    for _ in range(5):
        at = rng.randrange(len(MAGIC), len(hidden))
        wrong.append(hidden[:at] + bytes([hidden[at] ^ 1 << rng.randrange(8)]) + hidden[at + 1 :])
    for changed in wrong:
        with pytest.raises(UnfitBackup):
            decrypted(changed)


def test_plain_backup_is_returned_unchanged(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"PK anything")
    assert decrypted_file(file, tmp_path, lambda: "") == file
    file.write_bytes(encrypted(b"PK anything"))
    with pytest.raises(UnfitBackup, match="needs its passphrase"):
        decrypted_file(file, tmp_path, lambda: "")
    plain = decrypted_file(file, tmp_path, lambda: PASSPHRASE)
    assert plain != file and plain.read_bytes() == b"PK anything"


def test_commands_ask_for_passphrase(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    state, file = create_state(tmp_path / "state", "one"), tmp_path / "file"
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", "short")
    line = ["backup", str(file), "--state", str(state), "--encrypt"]
    assert run_line(line) == 2 and "at least 8 characters" in capsys.readouterr().err
    assert not file.exists()
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", PASSPHRASE)
    assert run_line(line) == 0
    assert file.read_bytes().startswith(MAGIC) and b"journal" not in file.read_bytes()
    back = ["restore", str(file), "--state", str(tmp_path / "other")]
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", "another passphrase")
    assert run_line(back) == 2 and "must be the one" in capsys.readouterr().err
    monkeypatch.setenv("PEGBOARD_PASSPHRASE", PASSPHRASE)
    assert run_line(back) == 0 and "1 game with 30 entries" in capsys.readouterr().out
