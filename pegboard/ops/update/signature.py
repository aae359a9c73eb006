"""Signatures of releases, in minisign's format: whoever holds the download place is not root here.

The keys that count are those of the version that runs: it decides about the next one, which may
bring others. So a key is replaced by a release that the old key signed.

Format: a key is base64 of `Ed`, its number (8 bytes) and the Ed25519 key (32). A signature is `ED`
(of the file's BLAKE2b-512), the number and 64 bytes; a second one binds the trusted comment to it.
See jedisct1.github.io/minisign, "Signature format".
"""

import base64
import binascii
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pegboard.errors import PegboardError
from pegboard.ops.update.codes import UpdateFault

ENDING = ".minisig"
LARGEST = 4096
"""Bytes of a signature file."""
KEYS = "release.pub"
UNTRUSTED, TRUSTED = "untrusted comment: ", "trusted comment: "


class BadSignature(PegboardError):
    """A release that nobody whose key this version knows has signed."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """One key that releases may be signed with."""

    number: bytes
    key: Ed25519PublicKey

    @classmethod
    def parse(cls, line: str) -> "PublicKey":
        """Reads one line of base64.

        Raises:
            ValueError: it is not a key.
        """
        raw = base64.b64decode(line, validate=True)
        if len(raw) != 42 or raw[:2] != b"Ed":
            raise ValueError("a release key must be 42 bytes that begin with Ed")
        return cls(raw[2:10], Ed25519PublicKey.from_public_bytes(raw[10:]))

    def __str__(self) -> str:
        return base64.b64encode(b"Ed" + self.number + self.key.public_bytes_raw()).decode()


def read_keys(file: Path) -> list[PublicKey]:
    """Reads the keys of a version, one a line; `#` and `untrusted comment:` begin comments.

    Raises:
        ValueError: a line is not a key.
        OSError: the file cannot be read.
    """
    lines = (line.strip() for line in file.read_text(encoding="utf-8").splitlines())
    return [
        PublicKey.parse(line) for line in lines if line and not line.startswith(("#", UNTRUSTED))
    ]


def verify(file: Path, signature: str, keys: Iterable[PublicKey]) -> str:
    """Verifies that one of these keys signed a file; returns the trusted comment.

    Args:
        file: the wheel.
        signature: the content of the signature file.
        keys: those of the version that runs.

    Raises:
        BadSignature: none of them did, or the file or its comment was changed since.
        OSError: the file cannot be read.
    """
    name = file.name
    try:
        _, of_file, comment, of_comment = signature.split("\n")[:4]
        raw, bound = map(_bytes_of, (of_file, of_comment))
        if len(raw) != 74 or raw[:2] != b"ED" or not comment.startswith(TRUSTED):
            raise ValueError("no signature of minisign")
    except (ValueError, binascii.Error) as error:
        raise BadSignature(UpdateFault.NO_SIGNATURE, file=name + ENDING) from error
    key = next((key for key in keys if key.number == raw[2:10]), None)
    if key is None:
        number = raw[2:10][::-1].hex().upper()
        raise BadSignature(UpdateFault.UNKNOWN_KEY, wheel=name, key=number)
    comment = comment.removeprefix(TRUSTED)
    try:
        key.key.verify(raw[10:], _digest(file))
        key.key.verify(bound, raw[10:] + comment.encode())
    except InvalidSignature as error:
        raise BadSignature(UpdateFault.ALTERED, wheel=name) from error
    if f"file:{name}" not in comment.split("\t"):
        raise BadSignature(UpdateFault.OTHER_FILE, wheel=name, comment=comment)
    return comment


def sign(file: Path, key: Ed25519PrivateKey, number: bytes, comment: str) -> str:
    """Returns the content of a signature file.

    Args:
        file: the wheel.
        key: the secret one.
        number: 8 bytes by which its public half is found.
        comment: goes with it, before the file's name; without tabs and line ends.
    """
    trusted = f"{comment}\tfile:{file.name}"
    of_file = key.sign(_digest(file))
    bound = key.sign(of_file + trusted.encode())
    lines = [
        f"{UNTRUSTED}signature of a pegboard release",
        base64.b64encode(b"ED" + number + of_file).decode(),
        f"{TRUSTED}{trusted}",
        base64.b64encode(bound).decode(),
    ]
    return "\n".join(lines) + "\n"


def _bytes_of(line: str) -> bytes:
    """Returns the content of a line of base64 in the one form that encodes it."""
    raw = base64.b64decode(line, validate=True)
    if base64.b64encode(raw).decode() != line:
        raise ValueError("base64 with bits left over")
    return raw


def _digest(file: Path) -> bytes:
    with file.open("rb") as source:
        return hashlib.file_digest(source, hashlib.blake2b).digest()
