"""Reader of text files that people edit: configurations, records, layouts, scripts, passwords.

Editors leave traces: byte order marks, other encodings, curly quotes. Harmless ones are
ignored; others are reported with the line and the cure.
"""

import errno
import os
import re
import stat
import tomllib
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from pegboard.errors import Code, NotationError

LONGEST_FILE = 256 * 1024
"""Largest configuration or password file that is read, bytes."""


class TextFault(Code):
    """Codes of `NotationError` for text that is not UTF-8, and for invalid TOML."""

    ENCODING = "text-encoding", "it is {encoding}", "save it as UTF-8"
    BYTE = (
        "text-byte",
        "line {row}: the byte {byte} is not UTF-8, but {character} in Windows-1252",
        "save the file as UTF-8",
    )
    NO_TEXT = "text-none", "line {row}: the byte {byte} is not UTF-8"
    # --- TOML
    QUOTE = (
        "text-quote",
        "line {row}, column {column}: {character} is a typographic quote",
        "use straight ones: \" or '",
    )
    INVISIBLE = (
        "text-invisible",
        "line {row}, column {column}: there is an invisible character, {character}",
        "delete it, or write a space",
    )
    LOOKALIKE = (
        "text-lookalike",
        "line {row}, column {column}: {character} only looks right",
        "write {plain}",
    )
    UNQUOTED = (
        "text-unquoted",
        "line {row}, column {column}: {character} can only stand between quotes or in a comment",
    )
    TOML = "text-toml", "{why}"
    NESTED = "text-nested", "brackets are nested too deeply"
    NUMBER = "text-number", "a number has too many digits"


@contextmanager
def open_file(path: Path) -> Iterator[BinaryIO]:
    """Opens a user-supplied file for reading.

    Raises:
        OSError: the file cannot be read, or is a device or a pipe, which may be endless.
    """
    _check_is_finite(path, path.stat().st_mode)
    # Open without blocking, because a pipe may have replaced the file since the check.
    with open(path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK)) as file:
        _check_is_finite(path, os.fstat(file.fileno()).st_mode)
        os.set_blocking(file.fileno(), True)
        yield file


def _check_is_finite(path: Path, mode: int) -> None:
    if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
        raise OSError(errno.EINVAL, "a device is no file")
    # Pipes from a shell (`<(…)`, /dev/stdin) have a writer and are allowed.
    if stat.S_ISFIFO(mode) and not os.path.realpath(path).startswith("/proc/"):
        raise OSError(errno.EINVAL, "a pipe is no file")


def read_bytes(path: Path, max_bytes: int) -> bytes:
    """Returns the content of a file that a user has named.

    Raises:
        OSError: it cannot be read, is longer than `max_bytes`, or is a device or a pipe.
    """
    with open_file(path) as file:
        content = file.read(max_bytes + 1)
    if len(content) > max_bytes:
        raise OSError(errno.EFBIG, f"it is longer than {max_bytes} bytes")
    return content


def read_text(path: Path, max_bytes: int = LONGEST_FILE) -> str:
    """Returns the text of a file of at most `max_bytes` bytes, without its byte order mark.

    Raises:
        OSError: it cannot be read, is too long, or is a device or a pipe.
        NotationError: it is not UTF-8.
    """
    return decode(read_bytes(path, max_bytes))


def decode(content: bytes) -> str:
    """Decodes UTF-8 text and drops its byte order mark.

    Raises:
        NotationError: it is not UTF-8; fact `at` is the index of the first byte that is not.
    """
    if encoding := _foreign_encoding(content):
        raise NotationError(TextFault.ENCODING, encoding=encoding, at=0)
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        # The error's position excludes the byte order mark; `at` includes it.
        at = error.start + len(content) - len(error.object)
    byte, row = content[at], content.count(b"\n", 0, at) + 1
    try:
        character = bytes([byte]).decode("cp1252")
    except UnicodeDecodeError:
        character = ""
    code = TextFault.BYTE if character else TextFault.NO_TEXT
    raise NotationError(code, row=row, byte=f"{byte:02X}", character=character, at=at)


_MARKS = {
    b"\xff\xfe\0\0": "UTF-32", b"\0\0\xfe\xff": "UTF-32",
    b"\xff\xfe": "UTF-16", b"\xfe\xff": "UTF-16",
}  # fmt: skip
"""Encodings by byte order mark, longest mark first."""
_SAMPLE = 64
"""Bytes inspected to detect an encoding without a byte order mark."""


def _foreign_encoding(content: bytes) -> str:
    """Returns the name of a multi-byte encoding other than UTF-8; empty if none is detected."""
    for mark, encoding in _MARKS.items():
        if content.startswith(mark):
            return encoding
    sample = content[:_SAMPLE]
    # In ASCII letters all bytes but one are zero, at the same position in each letter.
    for encoding, width in (("UTF-32", 4), ("UTF-16", 2)):
        letters = [sample[place::width] for place in range(width)]
        filled = [each for each in letters if any(each)]
        if len(sample) >= 2 * width and len(filled) == 1 and all(filled[0]):
            return encoding
    return ""


def parse_toml(text: str) -> dict[str, Any]:
    """Parses a TOML text into a dict.

    Raises:
        NotationError: the text is not valid TOML; names the position and typical editor faults.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _strange_character(text) or NotationError(TextFault.TOML, why=error) from error
    except RecursionError:
        raise NotationError(TextFault.NESTED) from None
    except ValueError as error:  # the number has more digits than Python accepts
        raise NotationError(TextFault.NUMBER) from error


_ANYTHING_ALLOWED = re.compile(
    r'"""(?:\\.|[^\\])*?"""|'
    r"'''.*?'''|"
    r'"(?:\\.|[^"\\\n])*"|'
    r"'[^'\n]*'|"
    r"#[^\n]*",
    re.DOTALL,
)
"""TOML strings and comments, the only places where non-ASCII characters are allowed."""
_STRANGE = re.compile(r"[^\t\n -_a-~]")
_QUOTES = frozenset("“”„‟‘’‚‛«»‹›″‶′‵＂＇`´")
_DASHES = frozenset("‐‑‒–—―−")


def _strange_character(text: str) -> NotationError | None:
    """Returns an error about the first character that TOML forbids there, or None."""
    text = text.replace("\r\n", "\n")
    plain = _ANYTHING_ALLOWED.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    found = _STRANGE.search(plain)
    if found is None:
        return None
    character, row = found[0], plain.count("\n", 0, found.start()) + 1
    begin = plain.rfind("\n", 0, found.start()) + 1
    column = found.start() - begin + 1
    if character in _QUOTES:
        return NotationError(TextFault.QUOTE, row=row, column=column, character=character)
    if '"' in plain[begin : found.start()] or "'" in plain[begin : found.start()]:
        return None  # the character is in a string that lacks its closing quote
    if not character.isprintable():
        name = f"U+{ord(character):04X} {unicodedata.name(character, '')}".rstrip()
        return NotationError(TextFault.INVISIBLE, row=row, column=column, character=name)
    alike = "-" if character in _DASHES else unicodedata.normalize("NFKC", character)
    if alike.isascii():
        return NotationError(
            TextFault.LOOKALIKE, row=row, column=column, character=character, plain=alike
        )
    return NotationError(TextFault.UNQUOTED, row=row, column=column, character=character)
