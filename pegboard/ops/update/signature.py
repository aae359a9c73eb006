"""Signatures of releases in minisign's format, so that a compromised download server gains nothing.

A release is verified with the keys of the running version, and may contain new keys. So a key is
replaced by a release signed with the old one.

A key is base64 of `Ed`, its number (8 bytes) and the Ed25519 key (32 bytes). A signature is `ED`
(over the file's BLAKE2b-512), the number and 64 bytes; a second one covers the trusted comment.
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
"""Maximum size of a signature file in bytes."""
KEYS = "release.pub"
UNTRUSTED, TRUSTED = "untrusted comment: ", "trusted comment: "


class BadSignature(PegboardError):
    """A release without a valid signature by a key of this version."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A key with which releases may be signed."""

    number: bytes
    key: Ed25519PublicKey

    @classmethod
    def parse(cls, line: str) -> "PublicKey":
        """Parses a line of base64.

        Raises:
            ValueError: the line is not a key.
        """
        raw = base64.b64decode(line, validate=True)
        if len(raw) != 42 or raw[:2] != b"Ed":
            raise ValueError("a release key must be 42 bytes that begin with Ed")
        return cls(raw[2:10], Ed25519PublicKey.from_public_bytes(raw[10:]))

    def __str__(self) -> str:
        return base64.b64encode(b"Ed" + self.number + self.key.public_bytes_raw()).decode()


def read_keys(file: Path) -> list[PublicKey]:
    """Reads the keys of a version, one per line; `#` and `untrusted comment:` start comments.

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
        file: path of the wheel.
        signature: content of the signature file.
        keys: keys of the running version.

    Raises:
        BadSignature: none of the keys signed it, or the file or comment was changed.
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
        raise BadSignature(UpdateFault.FILE_MISMATCH, wheel=name, comment=comment)
    return comment


def sign_file(file: Path, key: Ed25519PrivateKey, number: bytes, comment: str) -> str:
    """Returns the content of a signature file.

    Args:
        file: path of the wheel.
        key: secret key.
        number: 8 bytes that identify the key.
        comment: trusted comment, put before the file's name; without tabs and line ends.
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
    """Decodes a line of canonical base64."""
    raw = base64.b64decode(line, validate=True)
    if base64.b64encode(raw).decode() != line:
        raise ValueError("base64 with bits left over")
    return raw


def _digest(file: Path) -> bytes:
    with file.open("rb") as source:
        return hashlib.file_digest(source, hashlib.blake2b).digest()
