"""Keys and signatures of releases: `.ci/sign.py key FILE`, then `.ci/sign.py files FILE SIGNED...`.

FILE is the secret key: it never goes into the repository. It is encrypted with the passphrase in
PEGBOARD_KEY_PASSPHRASE, or one typed at the prompt. `key` also adds the public half to
systemd/release.pub, to be committed; `files` writes SIGNED.minisig next to each file, which
minisign can verify, too.
"""

import getpass
import os
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from pegboard.ops.update.signature import ENDING, KEYS, PublicKey, sign_file

PUBLIC = Path(__file__).parent.parent / "systemd" / KEYS
NUMBER = "number: "


def passphrase() -> bytes:
    """Returns the passphrase of the secret key."""
    value = os.environ.get("PEGBOARD_KEY_PASSPHRASE")
    return (value if value is not None else getpass.getpass("Passphrase of the key: ")).encode()


def make_key(file: Path, public: Path) -> str:
    """Makes a key, and adds its public half to `public`; returns the added line.

    Raises:
        OSError: the file exists, or cannot be written.
        ValueError: the passphrase is empty.
    """
    key, number = Ed25519PrivateKey.generate(), secrets.token_bytes(8)
    secret = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.BestAvailableEncryption(passphrase()),
    )
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as target:
        target.write(f"{NUMBER}{number.hex()}\n".encode() + secret)
    line = str(PublicKey(number, key.public_key()))
    with public.open("a", encoding="utf-8") as target:
        target.write(f"{line}\n")
    return line


def sign_files(file: Path, signed: Sequence[Path]) -> list[Path]:
    """Signs files with one key; returns the paths of the signatures.

    Raises:
        OSError: a file cannot be read or written.
        ValueError: the key is not from `make release-key`, or the passphrase is wrong.
    """
    head, _, secret = file.read_bytes().partition(b"\n")
    key = serialization.load_pem_private_key(secret, passphrase())
    if not isinstance(key, Ed25519PrivateKey) or not head.startswith(NUMBER.encode()):
        raise ValueError(f"{file}: it must be a key that `make release-key` made")
    number = bytes.fromhex(head.decode().removeprefix(NUMBER))
    comment = f"timestamp:{int(time.time())}"
    signatures = [target.with_name(target.name + ENDING) for target in signed]
    for target, signature in zip(signed, signatures, strict=True):
        signature.write_text(sign_file(target, key, number, comment), encoding="utf-8")
    return signatures


def main(arguments: list[str]) -> int:
    """Runs the command line."""
    try:
        match arguments:
            case ["key", file]:
                print(f"{file}: keep it safe, and out of the repository.")
                print(f"{PUBLIC}: now has {make_key(Path(file), PUBLIC)}; commit it.")
            case ["files", file, first, *others]:
                for signature in sign_files(Path(file), [Path(first), *map(Path, others)]):
                    print(f"{signature}: goes beside its file.")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except (OSError, TypeError, ValueError) as error:
        print(f"sign: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
