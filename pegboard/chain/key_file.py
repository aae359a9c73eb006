"""Secret key of a hall or board, in a file readable only by its owner."""

from pathlib import Path

from pegboard.chain.codes import KeyFault
from pegboard.chain.keys import KEY_BYTES, SigningKey
from pegboard.errors import DeviceError
from pegboard.host.atomic_file import save


def load_key(path: Path) -> SigningKey:
    """Loads a key from a file, creating both if the file does not exist.

    Raises:
        DeviceError: the file is not a key, or cannot be read or written.
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
