"""Backups behind a passphrase: a file that travels tells nobody the games and passwords in it.

    magic, salt (16 bytes), then chunks: ChaCha20-Poly1305 of at most 64 KiB each, and its tag

The key is scrypt's of the passphrase. A chunk's nonce is its number and whether it is the last one,
so that none can be exchanged, repeated or left out (the STREAM construction of Hoang, Reyhanitabar,
Rogaway and Vizár, 2015).
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING

from pegboard.storage.codes import Unfit
from pegboard.storage.integrity.manifest import UnfitBackup

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

MAGIC = b"pegboard encrypted backup 1\n"
SALT, TAG, CHUNK = 16, 16, 64 * 1024
COST = 2**15
"""Scrypt's N; with r = 8 a try takes 32 MiB, and about a second on a Raspberry Pi."""
SHORTEST = 8
"""Characters of a passphrase."""


def is_encrypted(file: IO[bytes]) -> bool:
    """Returns whether a file is an encrypted backup; it is at its beginning again afterwards."""
    begins = file.read(len(MAGIC))
    file.seek(0)
    return begins == MAGIC


def encrypt(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Writes a backup encrypted.

    Args:
        source: the backup, read to its end.
        target: where to.
        passphrase: at least 8 characters.

    Raises:
        UnfitBackup: the passphrase is too short.
    """
    if len(passphrase) < SHORTEST:
        raise UnfitBackup(Unfit.SHORT_PASSPHRASE, least=SHORTEST)
    salt = os.urandom(SALT)
    cipher = _cipher(passphrase, salt)
    target.write(MAGIC + salt)
    for number, (chunk, last) in enumerate(_chunks(source, CHUNK)):
        target.write(cipher.encrypt(_nonce(number, last), chunk, None))


@contextmanager
def into(target: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    """Yields the file to write a backup to: what is written there is encrypted at the end.

    Args:
        target: where to; without a passphrase it is the file itself.
        passphrase: at least 8 characters, or none.

    Raises:
        UnfitBackup: the passphrase is too short.
    """
    if not passphrase:
        yield target
        return
    with tempfile.TemporaryFile() as plain:
        yield plain
        plain.seek(0)
        encrypt(plain, target, passphrase)


def decrypt(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Writes the backup that an encrypted one holds.

    Raises:
        UnfitBackup: the passphrase is wrong, or the file was changed or cut.
    """
    from cryptography.exceptions import InvalidTag

    source.seek(len(MAGIC))
    cipher = _cipher(passphrase, source.read(SALT))
    for number, (chunk, last) in enumerate(_chunks(source, CHUNK + TAG)):
        try:
            target.write(cipher.decrypt(_nonce(number, last), chunk, None))
        except InvalidTag as error:
            raise UnfitBackup(Unfit.WRONG_PASSPHRASE) from error


def decrypted(file: Path, folder: Path, passphrase: Callable[[], str]) -> Path:
    """Returns a backup as it can be restored: the file itself, or what an encrypted one holds.

    Args:
        file: the backup, encrypted or not.
        folder: where what it holds is laid; whoever made the folder deletes it.
        passphrase: called for an encrypted one; returns "" if none was given.

    Raises:
        UnfitBackup: it is encrypted, and the passphrase is missing or wrong.
        OSError: it cannot be read, or there is no room.
    """
    with file.open("rb") as source:
        if not is_encrypted(source):
            return file
        if not (given := passphrase()):
            raise UnfitBackup(Unfit.ENCRYPTED)
        plain = folder / "decrypted"
        with plain.open("xb") as target:
            decrypt(source, target, given)
        return plain


def _cipher(passphrase: str, salt: bytes) -> "ChaCha20Poly1305":
    # 7 MiB: a board whose backups are not encrypted never loads it.
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    key = Scrypt(salt=salt.ljust(SALT, b"\0"), length=32, n=COST, r=8, p=1)
    return ChaCha20Poly1305(key.derive(passphrase.encode()))


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _chunks(source: IO[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
    """Yields a file in chunks, each with whether it is the last; at least one."""
    chunk = source.read(size)
    while True:
        following = source.read(size)
        yield chunk, not following
        if not following:
            return
        chunk = following
