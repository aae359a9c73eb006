"""Text files that people edit: what their editors leave in them is read over, or named."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout_files import layout_text, load_layout
from pegboard.cli.app import run_line
from pegboard.config import Config, MqttConfig, load_config
from pegboard.devices.inputs import open_inputs
from pegboard.errors import ConfigError, DeviceMissing, NotationError
from pegboard.mqtt.connection import password
from pegboard.ops.safe_mode import salvage
from pegboard.ops.settings.chosen import fixed_keys
from pegboard.text_file import TextFault, decode, parse_toml

BOM = b"\xef\xbb\xbf"
CONFIG = '[game]\nnames = ["Jörg", "Ben"]\n'
RECORD = "players 2\nname 0 Jörg\npeg 0 3\n"
BAD_ENCODINGS = {
    "UTF-16 of Notepad": (CONFIG.encode("utf-16"), "it is UTF-16; save it as UTF-8"),
    "UTF-16 big-endian": (b"\xfe\xff" + CONFIG.encode("utf-16-be"), "it is UTF-16"),
    "UTF-16 without a mark": (CONFIG.encode("utf-16-le"), "it is UTF-16"),
    "UTF-16 big-endian without a mark": (CONFIG.encode("utf-16-be"), "it is UTF-16"),
    "UTF-32": (CONFIG.encode("utf-32"), "it is UTF-32"),
    "UTF-32 without a mark": (CONFIG.encode("utf-32-be"), "it is UTF-32"),
    "a mark alone": (b"\xff\xfe", "it is UTF-16"),
    "Windows-1252": (CONFIG.encode("cp1252"), "line 2: the byte F6 is not UTF-8, but ö in Windows"),
    "quotes in Windows-1252": (b"[web]\n\nport = \x938200\x94", "line 3: the byte 93 .* “ in Win"),
    "a mark before Windows-1252": (BOM + CONFIG.encode("cp1252"), "line 2: the byte F6"),
    "a byte of no letter": (b"[web]\n# \x81\n", "line 2: the byte 81 is not UTF-8$"),
    "a letter that is cut off": ("[web]\n# ö".encode()[:-1], "line 2: the byte C3"),
}


@pytest.mark.parametrize("name", BAD_ENCODINGS)
def test_foreign_encoding_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content, says = BAD_ENCODINGS[name]
    with pytest.raises(NotationError, match=says):
        decode(content)
    file = tmp_path / "x.toml"
    file.write_bytes(content)
    with pytest.raises(ConfigError, match=r"x\.toml: must be a UTF-8 text file: "):
        load_config(file)
    assert run_line(["config", "check", str(file)]) == 2
    err = capsys.readouterr().err
    assert err.startswith(f"pegboard: {file}: ") and err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "code", "row", "column", "facts"),
    [
        ("[web]\nport = “8200”", TextFault.QUOTE, 2, 8, "“"),
        ("[web]\nhost = „board“", TextFault.QUOTE, 2, 8, "„"),
        ("state = ‘x’", TextFault.QUOTE, 1, 9, "‘"),
        ("state = ‚x‘", TextFault.QUOTE, 1, 9, "‚"),
        ("state = «x»", TextFault.QUOTE, 1, 9, "«"),
        ("state = `x`", TextFault.QUOTE, 1, 9, "`"),
        ("state = ´x´", TextFault.QUOTE, 1, 9, "´"),
        ('state = "x”', TextFault.QUOTE, 1, 11, "”"),
        ("state = ″x″", TextFault.QUOTE, 1, 9, "″"),
        ('a = "“"\nb = “x”', TextFault.QUOTE, 2, 5, "“"),
        ('# “so”\r\na = """\n“x”\n"""\r\nb = ”', TextFault.QUOTE, 5, 5, "”"),
        ("[game]\ndemo =\u00a0true", TextFault.INVISIBLE, 2, 7, "U+00A0 NO-BREAK SPACE"),
        ("\u200bdemo = true", TextFault.INVISIBLE, 1, 1, "U+200B ZERO WIDTH SPACE"),
        ("[web]\n\ufeffport = 1", TextFault.INVISIBLE, 2, 1, "U+FEFF ZERO WIDTH NO-BREAK SPACE"),
        ("port = 1\u2028", TextFault.INVISIBLE, 1, 9, "U+2028 LINE SEPARATOR"),
        ("port\0 = 1", TextFault.INVISIBLE, 1, 5, "U+0000"),
        ("port = –1", TextFault.LOOKALIKE, 1, 8, "–"),
        ("port = −1", TextFault.LOOKALIKE, 1, 8, "−"),
        ("port ＝ 1", TextFault.LOOKALIKE, 1, 6, "＝"),
        ("port = ８200", TextFault.LOOKALIKE, 1, 8, "８"),
        ("names = [Jörg]", TextFault.UNQUOTED, 1, 11, "ö"),
        ("größe = 3", TextFault.UNQUOTED, 1, 3, "ö"),
        ('names = ["Ann", 😀]', TextFault.UNQUOTED, 1, 17, "😀"),
    ],
)
def test_invalid_toml_character_is_named(
    text: str, code: TextFault, row: int, column: int, facts: str
) -> None:
    with pytest.raises(NotationError) as caught:
        parse_toml(text)
    error = caught.value
    assert (error.code, error.facts["row"], error.facts["column"]) == (code, row, column)
    assert error.facts["character"] == facts and str(error).isprintable()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[web]\nport = \n", r"Invalid value \(at line 2, column 8\)"),
        ("[web", r"Expected '\]'"),
        ('names = ["Jörg]\n', r"line 1"),  # the quote is missing, not the ö wrong
        ("names = ['Jörg]\n", 'Expected "\'"'),
        ('a = "“"\na = 1', "Cannot overwrite a value"),
        ("a = " + "[" * 5000, "brackets are nested too deeply"),
        ("a = " + "9" * 5000, "a number has too many digits"),
    ],
)
def test_other_toml_errors_are_passed_on(text: str, says: str) -> None:
    with pytest.raises(NotationError, match=says):
        parse_toml(text)


def test_strings_and_comments_accept_any_character() -> None:
    text = '# “Jörg”\na = "“ü”\u00a0\\"–" # –\nb = \'‘\'\nc = \'\'\'\n“\n\'\'\'\nd = """\n„"“\n"""'
    assert parse_toml(text) == {"a": '“ü”\u00a0"–', "b": "‘", "c": "“\n", "d": '„"“\n'}


@given(st.text(), st.sampled_from([b"", BOM]))
def test_written_text_is_read_back(text: str, mark: bytes) -> None:
    content = text.encode(errors="ignore")
    if "\0" not in text and not content.startswith(BOM):
        assert decode(mark + content) == content.decode()


@given(st.binary())
def test_arbitrary_bytes_decode_or_are_refused(content: bytes) -> None:
    try:
        parse_toml(decode(content))
    except NotationError as error:
        assert str(error).count("\n") == 0


@pytest.fixture
def marked(tmp_path: Path) -> Iterator[Path]:
    """Yields a folder with a file of each kind, all saved with a byte order mark."""
    texts = {
        "x.toml": CONFIG,
        "x.game": RECORD,
        "layout.toml": layout_text("two-track")[0],
        "script": "0.5 0+1\n",
        "password": "geheim ö\n",
    }
    for name, text in texts.items():
        (tmp_path / name).write_bytes(BOM + text.encode())
    yield tmp_path


def test_byte_order_mark_is_ignored(marked: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, record, layout = (str(marked / name) for name in ("x.toml", "x.game", "layout.toml"))
    for line in (
        ["config", "check", config],
        ["config", "show", "--config", config],
        ["replay", record],
        ["analyze", record],
        ["layout", "check", layout],
    ):
        assert run_line(line) == 0, capsys.readouterr().err
    assert "Jörg" in capsys.readouterr().out
    assert load_layout(layout).tracks == load_layout("two-track").tracks
    assert password(MqttConfig(password_file=str(marked / "password"))) == "geheim ö"
    open_inputs(f"script:{marked}/script", 2).close()


def test_page_and_safe_mode_read_the_same_file(marked: Path) -> None:
    file = marked / "x.toml"
    file.write_bytes(BOM + b"[board]\nbrightness = 0.6\n[web]\nport = 8200\n")
    assert "board.brightness" in fixed_keys(Config(), file)
    file.write_bytes(BOM + b"[web]\nport = 8200\n[game]\npace_s = \xe2\x80\x9c1\xe2\x80\x9d\n")
    assert salvage(file).web.port == 8200


def test_foreign_encoding_in_password_and_script_is_named(tmp_path: Path) -> None:
    (tmp_path / "password").write_bytes("geheim\n".encode("utf-16"))  # as PowerShell's > has it
    with pytest.raises(ConfigError, match=r"password_file: .*: it is UTF-16"):
        password(MqttConfig(password_file=str(tmp_path / "password")))
    (tmp_path / "script").write_bytes("0.5 0+1 # für Jörg\n".encode("cp1252"))
    with pytest.raises(DeviceMissing, match="line 1: the byte FC is not UTF-8, but ü in"):
        open_inputs(f"script:{tmp_path}/script", 2)


@pytest.mark.parametrize("name", ["UTF-16 of Notepad", "Windows-1252", "UTF-16 without a mark"])
def test_foreign_encoding_in_a_record_is_named(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, says = BAD_ENCODINGS[name]
    encoding = "cp1252" if "1252" in name else "utf-16-le" if "without" in name else "utf-16"
    file = tmp_path / "x.game"
    file.write_bytes(RECORD.encode(encoding))
    for command in ("replay", "analyze", "verify", "convert"):
        assert run_line([command, str(file)]) == 2
        err = capsys.readouterr().err
        assert says in err and str(file) in err and err.count("\n") == 1


def test_unreadable_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: str, flags: int) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), name)

    file = tmp_path / "x.toml"
    file.touch(mode=0)
    if os.geteuid() == 0:  # root may read every file
        monkeypatch.setattr("pegboard.text_file.os.open", refuse)
    assert run_line(["config", "check", str(file)]) == 2
    assert capsys.readouterr().err == f"pegboard: {file}: Permission denied\n"
