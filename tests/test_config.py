"""The configuration: every key has a default, and every mistake is named with its file and key."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout import Layout
from pegboard.cli.app import run_line
from pegboard.config import (
    BoardConfig,
    Config,
    GameConfig,
    MqttConfig,
    load_config,
    parse,
)
from pegboard.devices.inputs import open_inputs
from pegboard.errors import ConfigError, DeviceMissing
from pegboard.mqtt.connection import password, tls
from pegboard.ops.settings.effective import show
from pegboard.text_file import LONGEST_FILE


def test_empty_config_gives_defaults() -> None:
    assert parse("", "x.toml") == Config()


def test_config_values_come_from_their_sections() -> None:
    config = parse(
        """
        state = "/var/lib/pegboard"
        [board]
        brightness = 1
        max_mA = 850
        [buttons]
        pins = { "0+1" = 5, ok = 22 }
        [game]
        names = ["Ann", "Ben"]
        demo = true
        """,
        "x.toml",
    )
    assert config.state == "/var/lib/pegboard"
    assert config.board == BoardConfig(brightness=1.0, max_mA=850)
    assert config.buttons.pins == {"0+1": 5, "ok": 22}
    assert config.game == GameConfig(names=("Ann", "Ben"), demo=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("colour = 1", r"x\.toml: colour: unknown key; must be one of: board, .*web"),
        ("[board]\nmax_ma = 5", r"x\.toml: board\.max_ma: unknown key; must be one of: .*max_mA"),
        ("[board]\nbrightness = 2", r"board\.brightness: must be a number from 0 to 1, got 2"),
        ("[board]\nbrightness = '1'", r"board\.brightness: must be a number"),
        ("[board]\nmax_mA = 1.5", r"board\.max_mA: must be an integer, got 1\.5"),
        ("[board]\nmax_mA = true", r"board\.max_mA: must be an integer, got True"),
        ("[board]\nstrip = ''", r"board\.strip: must be a text"),
        ("board = 3", r"board: must be a table, got 3"),
        ("[game]\ndemo = 1", r"game\.demo: must be true or false"),
        ("[game]\nnames = 'Ann'", r"game\.names: must be a list of texts"),
        ("[game]\nnames = ['Ann']", r"game\.names: must be two, three or four names, got 1"),
        ("[board]\norder = 'RGBW'", r"board\.order: must be GRB or RGB or .*, got 'RGBW'"),
        ("[game]\ntarget = 100", r"game\.target: must be 121 or 61, got 100"),
        ("[buttons]\npins = { ok = 'x' }", r"buttons\.pins: must be a table of integers"),
        ("[web]\nport = 70000", r"web\.port: must be a number from 0 to 65535"),
        ('[web]\nhost = "a\\u0000b"', r"web\.host: must be a text, got 'a\\x00b'"),
        ('state = "\\u0000"', r"state: must be a text"),
        ("[game]\nattract_s = 1e-300", r"attract_s: must be 0, or a number from 1 to 86400, got"),
        ("[web\n", r"x\.toml: not TOML: .*line 1"),
    ],
)
def test_config_error_names_the_key(text: str, says: str) -> None:
    with pytest.raises(ConfigError, match=says):
        parse(text, "x.toml")


def test_unreadable_config_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.toml: No such file"):
        load_config(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ConfigError, match=r"binary\.toml: must be a UTF-8 text file"):
        load_config(tmp_path / "binary.toml")


texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=12
)


@given(
    name=texts, other=texts, brightness=st.floats(0, 1), demo=st.booleans(), pin=st.integers(0, 27)
)
def test_config_show_round_trips(
    name: str, other: str, brightness: float, demo: bool, pin: int
) -> None:
    config = Config(
        board=BoardConfig(strip=name, brightness=brightness),
        game=GameConfig(names=(name, other), demo=demo),
    )
    config.buttons.pins.clear()
    assert parse(show(config), "shown") == config


def test_config_commands_check_and_show(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text("[board]\nmax_mA = 900\n")
    bad.write_text("[bord]\n")
    assert run_line(["config", "check", str(good)]) == 0
    assert run_line(["config", "check", str(bad)]) == 2
    assert run_line(["config", "show", "--config", str(good)]) == 0
    out, err = capsys.readouterr()
    assert "max_mA = 900" in out
    assert err.count("\n") == 1 and "bad.toml: bord: unknown key" in err


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[board]\nlayout = 'nope'", "x.toml: board.layout: unknown layout 'nope'"),
        ("[buttons]\npins = { ok = 99 }", "x.toml: buttons.pins: "),
        ("[game]\nopponent = 'anna'", "x.toml: game.opponent: unknown player 'anna'"),
        ("[web]\nhost = '256.1.1.1'", "x.toml: web.host: must be an address or a name, got '256.1"),
        ("[web]\nhost = 'a board'", "x.toml: web.host: must be"),
        ("[web]\nhost = 'http://board'", "x.toml: web.host: must be"),
        ("[web]\nallowed_hosts = ['http://board']", "x.toml: web.allowed_hosts: must be names or"),
        ("[web]\nallowed_hosts = ['board.lan:8121']", "x.toml: web.allowed_hosts: must be names"),
        ("[web]\nallowed_hosts = ['board', '*.lan']", "x.toml: web.allowed_hosts: must be names"),
        ("[web]\nallowed_hosts = ['']", "x.toml: web.allowed_hosts: must be names or addresses"),
        ("[camera]\nsource = 'nope:'", "x.toml: camera.source: unknown camera 'nope:'"),
        ("[camera]\nsource = 'v4l'", "x.toml: camera.source: unknown camera 'v4l'"),
        ("[board]\nstrip = 'nope:'", "x.toml: board.strip: unknown strip 'nope:'"),
        ("[buttons]\nsource = 'none:'", "x.toml: buttons.source: unknown buttons 'none:'"),
        ("[buttons]\nalso = ['auto']", "x.toml: buttons.also: unknown buttons 'auto'"),
        ("[voice]\nspeaker = 'loud:'", "x.toml: voice.speaker: unknown speaker 'loud:'"),
        ("[voice]\nspeaker = 'espeak:hw:1'", "x.toml: voice.speaker: 'hw:1' must be the path of"),
        ("[voice]\nspeaker = 'espeak:plughw:CARD=A,DEV=0'", "x.toml: voice.speaker: 'plughw:"),
        ("[voice]\nspeaker = 'espeak:default'", "x.toml: voice.speaker: 'default' must be"),
        ("[voice]\nspeaker = 'espeak:sysdefault:CARD=1'", "x.toml: voice.speaker: 'sysdefault"),
        ("[voice]\nspeaker = 'espeak:HW:1,0'", "x.toml: voice.speaker: 'HW:1,0' must be the path"),
        ("[voice]\ndevice = 'speakers'", "x.toml: voice.device: 'speakers' is no sound device; m"),
        ("[voice]\ndevice = ''", "x.toml: voice.device: must be a text"),
        ("[voice]\ndevice = 3", "x.toml: voice.device: must be a text"),
        ("[mqtt]\nbroker = 'http://x'", "x.toml: mqtt.broker: must be none, mqtt://HOST:PORT or"),
        ("[hall]\nurl = 'ftp://hall.local'", "x.toml: hall.url: must be http://HOST:PORT or"),
        ("[hall]\nurl = 'http://a:b@hall'", "x.toml: hall.url: must be http://HOST:PORT or"),
        ("[hall]\nurl = 'http://hall..local'", "x.toml: hall.url: must be http://HOST:PORT or"),
        (f"[hall]\nurl = 'http://{'a' * 64}'", "x.toml: hall.url: must be http://HOST:PORT or"),
        ("[mqtt]\nbroker = 'mqtt://ann:pw@x'", "x.toml: mqtt.broker: must be"),
        ("[mqtt]\nbroker = 'mqtt://256.1.1.1'", "x.toml: mqtt.broker: must be"),
        ("[mqtt]\nbroker = 'mqtt://x:99999'", "x.toml: mqtt.broker: must be"),
    ],
)
def test_config_check_validates_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    (tmp_path / "x.toml").write_text(text)
    assert run_line(["config", "check", str(tmp_path / "x.toml")]) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1


def test_config_check_accepts_valid_files(tmp_path: Path) -> None:
    for text in (
        "[web]\nhost = '::'", "[web]\nhost = 'localhost'", "[web]\nhost = 'fe80::1%eth0'",
        "[web]\nhost = 'board-2.local.'", "[hall]\nurl = '192.168.1.20'", "[mqtt]\nbroker = 'mqtts://[fd00::5]:8883'",
        "[mqtt]\nbroker = 'mqtt://home.local'", "[camera]\nsource = 'files:http://a:b@10.0.0.5/s'",
        "[buttons]\nsource = 'gpio:mock'\nalso = ['keyboard:']", "[voice]\nspeaker = 'auto'",
        "[game]\nattract_s = 0", "[voice]\nspeaker = 'espeak:/tmp/said'",
        "[voice]\nspeaker = 'espeak:said.wav'\ndevice = 'plughw:CARD=Device,DEV=0'",
        "[web]\nallowed_hosts = ['Board.lan.', '10.0.0.5', 'fd00::5', '[fd00::5]']",
    ):  # fmt: skip
        (tmp_path / "x.toml").write_text(text)
        assert run_line(["config", "check", str(tmp_path / "x.toml")]) == 0, text


def test_config_show_hides_passwords(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.toml").write_text("[camera]\nsource = 'files:http://ann:secret@10.0.0.5/s'")
    assert run_line(["config", "show", "--config", str(tmp_path / "x.toml")]) == 0
    out, err = capsys.readouterr()
    assert "files:http://10.0.0.5/s" in out and "secret" not in out + err
    assert "without its password" in err


@pytest.mark.parametrize("endless", ["/dev/zero", "large.toml"])
def test_endless_config_file_is_refused(tmp_path: Path, endless: str) -> None:
    (tmp_path / "large.toml").write_text("#" * (LONGEST_FILE + 1))
    path = tmp_path / endless
    with pytest.raises(ConfigError, match=r"a device is no file|longer than 262144 bytes"):
        load_config(path)
    mqtt = MqttConfig(broker="mqtt://x", password_file=str(path), ca_file=str(path))
    for read in (password, tls):
        with pytest.raises(ConfigError, match=r"a device is no file|longer than"):
            read(mqtt)
    if endless == "/dev/zero":
        with pytest.raises(DeviceMissing, match="a device is no file"):
            open_inputs(f"script:{path}", 2)


def test_failed_start_names_config_file_and_key(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.toml").write_text("[board]\nlayout = 'nope'")
    options = ["--config", str(tmp_path / "x.toml"), "--state", str(tmp_path), "--port", "0"]
    assert run_line(["run", *options]) == 2
    assert "x.toml: board.layout: unknown layout 'nope'" in capsys.readouterr().err


def test_deeply_nested_brackets_are_refused() -> None:
    deep = "[game]\nnames = " + "[" * 5000
    with pytest.raises(ConfigError, match=r"x\.toml: not TOML: brackets are nested"):
        parse(deep, "x.toml")
    with pytest.raises(ConfigError, match=r"x\.toml: not TOML: brackets are nested"):
        Layout.parse(deep, "x.toml")
