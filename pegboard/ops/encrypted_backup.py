"""Backups encrypted with a passphrase.

    magic, salt (16 bytes), then chunks of at most 64 KiB, each encrypted with ChaCha20-Poly1305

The key is derived from the passphrase with scrypt. The nonce of a chunk is its number and a flag
for the last one, so that chunks cannot be swapped, repeated or left out (the STREAM construction
by Hoang, Reyhanitabar, Rogaway and Vizár, 2015).
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
"""Scrypt's N; with r = 8 an attempt takes 32 MiB, and about a second on a Raspberry Pi."""
SHORTEST = 8
"""Minimum length of a passphrase in characters."""


def is_encrypted(file: IO[bytes]) -> bool:
    """Returns whether a file is an encrypted backup; rewinds it afterwards."""
    begins = file.read(len(MAGIC))
    file.seek(0)
    return begins == MAGIC


def encrypt(source: IO[bytes], target: IO[bytes], passphrase: str) -> None:
    """Encrypts a backup.

    Args:
        source: the backup, read to its end.
        target: file to write.
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
def encrypting(target: IO[bytes], passphrase: str) -> Iterator[IO[bytes]]:
    """Yields a file for a backup, whose content is encrypted into `target` at the end.

    Args:
        target: file to write; yielded itself without a passphrase.
        passphrase: at least 8 characters; None or empty for no encryption.

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
    """Decrypts a backup.

    Raises:
        UnfitBackup: the passphrase is wrong, or the file was changed or truncated.
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
    """Returns a backup in plain form: the file itself, or its decrypted content.

    Args:
        file: the backup, encrypted or not.
        folder: folder for the decrypted file, deleted by the caller.
        passphrase: called for an encrypted backup; returns "" if there is none.

    Raises:
        UnfitBackup: the passphrase is missing or wrong.
        OSError: the backup cannot be read, or the disk is full.
    """
    with file.open("rb") as source:
        if not is_encrypted(source):
            return file
        if not (secret := passphrase()):
            raise UnfitBackup(Unfit.ENCRYPTED)
        plain = folder / "decrypted"
        with plain.open("xb") as target:
            decrypt(source, target, secret)
        return plain


def _cipher(passphrase: str, salt: bytes) -> "ChaCha20Poly1305":
    # takes 7 MiB: import only if needed
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
    from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

    key = Scrypt(salt=salt.ljust(SALT, b"\0"), length=32, n=COST, r=8, p=1)
    return ChaCha20Poly1305(key.derive(passphrase.encode()))


def _nonce(number: int, last: bool) -> bytes:
    return number.to_bytes(11, "big") + bytes([last])


def _chunks(source: IO[bytes], size: int) -> Iterator[tuple[bytes, bool]]:
    """Yields a file in chunks, at least one, each with a flag for the last one."""
    chunk = source.read(size)
    while True:
        following = source.read(size)
        yield chunk, not following
        if not following:
            return
        chunk = following
