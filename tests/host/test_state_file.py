"""State files: encoding, detection of damage, and the list of names."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct

from pegboard.errors import DeviceError
from pegboard.host.state_file import StateFile, indented, spaced
from pegboard.storage import state_names

README = Path(state_names.__file__).with_name("README.md")
NAMES = {value for name, value in vars(state_names).items() if name.isupper()}


class Seats(Struct, frozen=True):
    """Content of a state file."""

    names: tuple[str, ...] = ()
    at: float = 0.0


def test_encoders_write_expected_bytes(tmp_path: Path) -> None:
    seats = Seats(("Zoë",), 1.5)
    layouts: dict[Callable[[Any], bytes], str] = {
        msgspec.json.encode: '{"names":["Zoë"],"at":1.5}',
        spaced: '{"names": ["Zo\\u00eb"], "at": 1.5}',
        indented: '{\n "names": [\n  "Zoë"\n ],\n "at": 1.5\n}\n',
    }
    for layout, text in layouts.items():
        file = StateFile(tmp_path / "a" / "seats.json", Seats, encode=layout)
        file.write(seats)
        assert file.path.read_text(encoding="utf-8") == text and file.read() == seats
        assert file.path.stat().st_mode & 0o777 == 0o600


def test_missing_file_is_none(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "seats.json", Seats)
    assert file.read() is None and file.read_or(Seats()) == Seats()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff", b'{"names": 3}', b'{"x": "%s"}' % (b"x" * 999)],
)
def test_damaged_file_raises_and_is_replaced_by_the_default(content: bytes, tmp_path: Path) -> None:
    file = StateFile(tmp_path / "seats.json", Seats, longest=999)
    file.path.write_bytes(content)
    with pytest.raises(ValueError):
        file.read()
    assert file.read_or(None) is None


def test_deep_nesting_is_damage(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "seats.json", list[object])
    file.path.write_bytes(b"[" * 60_000)
    with pytest.raises(ValueError):
        file.read()


def test_fields_of_a_newer_version_are_ignored(tmp_path: Path) -> None:
    file = StateFile(tmp_path / "seats.json", Seats)
    file.path.write_text('{"names": ["Ann"], "tea": true}')
    assert file.read() == Seats(("Ann",))


def test_failed_write_leaves_the_file_unchanged(tmp_path: Path) -> None:
    (tmp_path / "in-the-way").write_text("")
    with pytest.raises(DeviceError, match="in-the-way"):
        StateFile(tmp_path / "in-the-way" / "seats.json", Seats).write(Seats())


def test_readme_lists_every_state_name() -> None:
    lines = README.read_text(encoding="utf-8").splitlines()
    listed = " ".join(line for line in lines if line.startswith("    "))
    assert [name for name in sorted(NAMES) if name not in listed] == []


def test_state_names_are_spelled_only_in_their_list() -> None:
    root = Path(state_names.__file__).parent.parent
    for path in root.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        spelled = {name for name in NAMES if "." in name and f'"{name}"' in text}
        assert not spelled or path == Path(state_names.__file__), (path, spelled)
