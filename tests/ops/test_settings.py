"""Settings of the page, over which the configuration file has priority."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pegboard.board.layout_files import layout_names
from pegboard.config import BoardConfig, Config, parse
from pegboard.devices.inputs._wiring import DIALS
from pegboard.errors import ConfigError, DeviceError, DeviceMissing
from pegboard.ops.settings.board_settings import BoardSettings
from pegboard.ops.settings.chosen import KEYS, SettingsFile, checked, fixed_keys, merged, value_at
from pegboard.ops.settings.first_start import FirstStart
from pegboard.ops.settings.night import POLL_S, Dimmer, is_night
from tests.support.paths import ROOT


def test_setting_keys_exist_in_configuration() -> None:
    assert all(value_at(Config(), key) is not None for key in KEYS)


def test_settings_survive_a_restart(tmp_path: Path) -> None:
    chosen = {"board.brightness": 0.25, "game.colors": ("pink", "green"), "camera.source": "auto"}
    SettingsFile(tmp_path).write(chosen)
    assert SettingsFile(tmp_path).read() == chosen
    assert merged(Config(), chosen, ()).game.colors == ("pink", "green")


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"{" * 9000, b"[" * 20_000])
def test_damaged_settings_file_is_ignored(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "settings.json").write_bytes(content)
    assert SettingsFile(tmp_path).read() == {}


def test_known_settings_of_newer_file_are_used(tmp_path: Path) -> None:
    stored = {"board.brightness": 0.2, "game.pace_s": "soon", "board.glitter": True, "a": None}
    (tmp_path / "settings.json").write_text(json.dumps(stored))
    assert SettingsFile(tmp_path).read() == {"board.brightness": 0.2}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("board.brightness", 2),
        ("board.brightness", "bright"),
        ("board.max_mA", 9000),
        ("board", {"brightness": 0.1}),
        ("game.colors", ["blue", "blue"]),
        ("game.colors", ["mauve"]),
        ("game.regulars", ["Ann", "ann"]),
        ("game.regulars", [" Ann"]),
        ("game.regulars", ["x" * 25]),
        ("game.regulars", [str(n) for n in range(13)]),
        ("game.regulars", ["An\nn"]),
        ("web.screen_off_s", -1),
        ("web.host", "0.0.0.0"),
    ],
)
def test_invalid_settings_are_refused(key: str, value: Any, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as refused:
        checked({key: value}, tmp_path)
    assert key in str(refused.value)


def test_keys_in_configuration_file_are_fixed(tmp_path: Path) -> None:
    file = tmp_path / "pegboard.toml"
    file.write_text('[board]\nbrightness = 0.6\n[camera]\nsource = "none"\n')
    config = parse(file.read_text(), "x")
    assert fixed_keys(config, file) == {"board.brightness", "camera.source"}
    assert fixed_keys(config, None) == {"camera.source"}, "0.6 is usual"
    assert merged(config, {"board.brightness": 0.1}, fixed_keys(config, file)) == config


def settings(folder: Path, *fixed: str) -> BoardSettings:
    file = Path("/etc/pegboard/config.toml")
    first_start = FirstStart(folder, {})
    return BoardSettings(Config(), fixed, SettingsFile(folder), file, first_start)


def test_change_is_saved_and_preview_is_not(tmp_path: Path) -> None:
    board, seen, shown = settings(tmp_path), list[Config](), list[float]()

    async def apply(config: Config) -> None:
        seen.append(config)

    async def story() -> None:
        board.apply, board.preview = apply, shown.append
        await board.change({"board.brightness": 0.3}, save=False)
        assert (shown, seen) == ([0.3], []) and not (tmp_path / "settings.json").exists()
        await board.change({"board.brightness": 0.3})
        await board.change({"game.pace_s": 0.5})
        report = await board.report()
        assert report["values"]["board.brightness"] == 0.3 and report["fixed"] == []
        assert report["file"] == "config.toml"

    asyncio.run(story())
    assert (seen[-1].board.brightness, seen[-1].game.pace_s) == (0.3, 0.5)
    assert settings(tmp_path).config == seen[-1]


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"board.brightness": 0.3}, "setting-fixed"),
        ({"camera.source": "files:"}, "setting-not-offered"),
        ({"camera.source": "files:/etc"}, "setting-not-offered"),
        ({"voice.speaker": "espeak:/tmp/x"}, "setting-not-offered"),
        ({"voice.device": "plughw:CARD=Nowhere,DEV=0"}, "setting-not-offered"),
        ({"voice.device": "hw:1"}, "setting-not-offered"),
        ({"web.port": 80}, "setting-not-here"),
        ({"board.layout": "five-track"}, "setting-not-offered"),
        ({"board.layout": "/etc/passwd.toml"}, "setting-not-offered"),
        ({"board.strip": "terminal:"}, "setting-not-offered"),
        ({"board.order": "RGBW"}, "setting-kind"),
        ({"buttons.inputs": {"ok": 6}}, "setting-not-offered"),
        ({"language": "es"}, "setting-kind"),
    ],
)
def test_fixed_and_invalid_settings_do_not_change(
    wanted: dict[str, Any], code: str, tmp_path: Path
) -> None:
    board = settings(tmp_path, "board.brightness")
    with pytest.raises(ConfigError) as refused:
        asyncio.run(board.change({"game.pace_s": 2.0} | wanted))
    assert refused.value.code == code
    assert board.config == Config() and not (tmp_path / "settings.json").exists()


def test_layout_and_strip_are_settings(tmp_path: Path) -> None:
    """Choices take effect after a restart; `language` is a top-level key."""
    board = settings(tmp_path)
    chosen = {
        "board.layout": "three-track-60", "board.strip": "memory:", "board.order": "RGB",
        "language": "fr",
    }  # fmt: skip
    asyncio.run(board.change(chosen))
    config = settings(tmp_path).config
    assert (config.board.layout, config.board.strip) == ("three-track-60", "memory:")
    assert (config.board.order, config.language) == ("RGB", "fr")
    file = tmp_path / "pegboard.toml"
    file.write_text('language = "auto"\n[board]\nlayout = "two-track"\n')
    assert fixed_keys(Config(), file) == {"language", "board.layout"}
    report = asyncio.run(board.report())
    names = [each["name"] for each in report["layouts"]]
    assert names[0] == "two-track" and set(names) == set(layout_names())
    assert report["layouts"][0] == {
        "name": "two-track", "tracks": 2, "leds": 244, "leds_per_m": 144,
        "width_mm": 240.0, "height_mm": 128.0,
    }  # fmt: skip


def test_dial_inputs_match_the_guide(tmp_path: Path) -> None:
    guide = (ROOT / "hardware/WIRING.md").read_text()
    assert ", ".join(f'"{name}" = {number}' for name, number in DIALS.items()) in guide
    board = settings(tmp_path)
    asyncio.run(board.change({"buttons.inputs": DIALS}))
    assert settings(tmp_path).config.buttons.inputs == DIALS
    asyncio.run(board.change({"buttons.inputs": {}}))
    assert settings(tmp_path).config.buttons.inputs == {}


def test_custom_layout_can_be_selected(tmp_path: Path) -> None:
    custom = tmp_path / "own-layout.toml"
    custom.write_text((ROOT / "hardware/layouts/two-track.toml").read_text())
    board = settings(tmp_path)
    asyncio.run(board.change({"board.layout": str(custom)}))
    assert settings(tmp_path).config.board.layout == str(custom)
    names = [each["name"] for each in asyncio.run(board.report())["layouts"]]
    assert str(custom) in names
    moved = tmp_path / "moved"
    moved.mkdir()
    for file in (custom, tmp_path / "settings.json"):
        (moved / file.name).write_bytes(file.read_bytes())
    assert settings(moved).config.board.layout == str(moved / custom.name), "restored"
    elsewhere = ROOT / "hardware/layouts/two-track.toml"
    with pytest.raises(ConfigError) as refused:
        asyncio.run(board.change({"board.layout": str(elsewhere)}))
    assert refused.value.code == "setting-not-offered"
    custom.write_text("tracks = ")
    assert settings(tmp_path).config.board.layout == "two-track", "a file that is broken"


def test_unknown_layout_of_other_version_is_ignored(tmp_path: Path) -> None:
    newer = {"board.layout": "round-track", "board.strip": "laser:", "board.order": "RGB"}
    (tmp_path / "settings.json").write_text(json.dumps(newer))
    assert SettingsFile(tmp_path).read() == {"board.order": "RGB"}


def test_missing_strip_is_refused_with_reason(tmp_path: Path) -> None:
    board = settings(tmp_path)
    with pytest.raises(DeviceMissing) as refused:
        asyncio.run(board.change({"board.strip": "serial:"}))
    assert refused.value.code == "usb-none"
    offers = {each["address"]: each for each in asyncio.run(board.report())["strips"]}
    assert offers["auto"]["problem"] == offers["memory:"]["problem"] == ""
    assert "no pegboard is connected by USB" in str(offers["serial:"]["problem"])
    assert board.config == Config() and not (tmp_path / "settings.json").exists()


def test_setup_is_due_only_on_unused_installed_board(tmp_path: Path) -> None:
    def begun(folder: Path, *, installed: bool = True, played: bool = False) -> FirstStart:
        folder.mkdir(exist_ok=True)
        first = FirstStart(folder, {"STATE_DIRECTORY": str(folder)} if installed else {})
        first.initialize(played=played)
        return first

    assert not begun(tmp_path / "trial", installed=False).is_due
    assert not begun(tmp_path / "played", played=True).is_due
    (tmp_path / "set").mkdir()
    SettingsFile(tmp_path / "set").write({"board.brightness": 0.5})
    assert not begun(tmp_path / "set").is_due
    new = tmp_path / "new"
    assert begun(new).is_due
    SettingsFile(new).write({"language": "de"})
    half = begun(new, played=True)
    assert half.is_due, "a plug that is pulled in the middle"
    half.finish()
    assert not half.is_due and not begun(new).is_due


def test_full_disk_leaves_settings_unchanged(tmp_path: Path) -> None:
    (tmp_path / "settings.json").mkdir()
    board = settings(tmp_path)
    with pytest.raises(DeviceError):
        asyncio.run(board.change({"game.pace_s": 2.0}))
    assert board.config == Config()


@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23))
def test_night_hours_wrap_around_midnight(begin: int, end: int, hour: int) -> None:
    board = BoardConfig(night_from_h=begin, night_to_h=end)
    hours = {(begin + n) % 24 for n in range((end - begin) % 24)}
    assert is_night(board, hour) == (hour in hours)


def test_night_is_dimmed_until_changed_by_hand() -> None:
    now, hour, levels = [100.0], [21], list[float]()
    night = BoardConfig(night_from_h=22, night_to_h=7, night_brightness=0.1)
    dimmer = Dimmer(night, levels.append, lambda: hour[0], lambda: now[0])

    def level(at: int) -> float:
        hour[0] = at
        now[0] += POLL_S
        dimmer.update()
        return levels[-1]

    assert [level(at) for at in (21, 22, 3, 7)] == [0.6, 0.1, 0.1, 0.6]
    assert level(23) == 0.1
    dimmer.preview(0.9)
    dimmer.update()
    assert levels[-1] == 0.9, "while somebody moves the slider"
    brighter = BoardConfig(brightness=0.9, night_from_h=22, night_to_h=7, night_brightness=0.1)
    dimmer.change(brighter)
    assert [level(at) for at in (23, 6, 7, 22)] == [0.9, 0.9, 0.9, 0.1], "for this night"
    dimmer.change(BoardConfig(brightness=0.05, night_from_h=22, night_to_h=7))
    assert [level(at) for at in (22, 7, 22)] == [0.05, 0.05, 0.05], "never brighter by night"
