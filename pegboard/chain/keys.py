"""Keys and signatures: a board's identity is its key (Ed25519), made on the board.

A signature is over a purpose and a text, so that one made for one purpose never serves another.
"""

import hashlib

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from pegboard.chain.item import encoded

HEAD, RESULT, EVENT, HELLO = "head", "result", "event", "hello"
"""Purposes: the end of a journal, the cards of a game, an exported event, a connection."""
KEY_BYTES = 32


def board_id(key: bytes) -> str:
    """Returns the id of the board with this public key: 24 hexadecimal digits."""
    return hashlib.sha256(key).hexdigest()[:24]


def signed_bytes(purpose: str, content: object) -> bytes:
    """Returns what is signed."""
    return encoded(["pegboard hall 1", purpose, content])


class SigningKey:
    """A secret key."""

    def __init__(self, secret: bytes | None = None) -> None:
        """Takes the 32 secret bytes; makes a new key without."""
        self._key = (
            Ed25519PrivateKey.generate()
            if secret is None
            else Ed25519PrivateKey.from_private_bytes(secret)
        )
        self.public = self._key.public_key().public_bytes_raw()
        self.id = board_id(self.public)

    @property
    def secret(self) -> bytes:
        """The 32 secret bytes, to be kept."""
        return self._key.private_bytes_raw()

    def sign(self, purpose: str, content: object) -> bytes:
        """Returns the signature, 64 bytes.

        Args:
            purpose: one of the purposes above.
            content: JSON values.
        """
        return self._key.sign(signed_bytes(purpose, content))


def is_signed(key: bytes, signature: bytes, purpose: str, content: object) -> bool:
    """Tells if the owner of a public key signed this content for this purpose."""
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, signed_bytes(purpose, content))
    except (InvalidSignature, ValueError):
        return False
    return True
