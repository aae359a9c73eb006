"""The secret key of a hall or a board, in a file that only its owner can read."""

from pathlib import Path

from pegboard.chain.codes import KeyFault
from pegboard.chain.keys import KEY_BYTES, SigningKey
from pegboard.errors import DeviceError
from pegboard.host.atomic_file import save


def load_key(path: Path) -> SigningKey:
    """Returns the key in a file; makes one, and the file, if there is none.

    Raises:
        DeviceError: it holds something else, or cannot be read or written.
    """
    try:
        secret = bytes.fromhex(path.read_text(encoding="ascii"))
        if len(secret) != KEY_BYTES:
            raise ValueError(f"{len(secret)} bytes")
        return SigningKey(secret)
    except FileNotFoundError:
        key = SigningKey()
        save(path, key.secret.hex().encode())
        return key
    except (OSError, ValueError) as error:
        raise DeviceError(KeyFault.NO_KEY, file=str(path), why=error) from error
