"""Ed25519 keys and signatures; a board's identity is a key made on the board.

A signature covers a purpose and a content, so that it is not valid for any other purpose.
"""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pegboard.chain.item import canonical_json

HEAD, RESULT, EVENT, HELLO = "head", "result", "event", "hello"
"""Purposes of signatures: journal head, score cards, exported event, connection."""
KEY_BYTES = 32


def board_id(key: bytes) -> str:
    """Returns the id of the board with a public key: 24 hexadecimal digits."""
    return hashlib.sha256(key).hexdigest()[:24]


def signed_bytes(purpose: str, content: object) -> bytes:
    """Returns the bytes to be signed."""
    return canonical_json(["pegboard hall 1", purpose, content])


class SigningKey:
    """An Ed25519 secret key."""

    def __init__(self, secret: bytes | None = None) -> None:
        """Creates a key from 32 secret bytes, or a random one."""
        self._key = (
            Ed25519PrivateKey.generate()
            if secret is None
            else Ed25519PrivateKey.from_private_bytes(secret)
        )
        self.public = self._key.public_key().public_bytes_raw()
        self.id = board_id(self.public)

    @property
    def secret(self) -> bytes:
        """The secret, 32 bytes."""
        return self._key.private_bytes_raw()

    def sign(self, purpose: str, content: object) -> bytes:
        """Returns the signature, 64 bytes.

        Args:
            purpose: one of `HEAD`, `RESULT`, `EVENT`, `HELLO`.
            content: JSON values.
        """
        return self._key.sign(signed_bytes(purpose, content))


def is_signed(key: bytes, signature: bytes, purpose: str, content: object) -> bool:
    """Returns True if a signature matches the public key, purpose and content."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed_bytes(purpose, content))
    except (InvalidSignature, ValueError):
        return False
    return True
