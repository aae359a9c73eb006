"""Parsing of config.txt by the rules of Raspberry Pi's documentation."""

from pathlib import Path

import pytest

from pegboard.devices import boot_config, raspberry_pi
from pegboard.devices.strips._faults import Host

PI = "Raspberry Pi "
FIXED = {"3": "core_freq=250", "4": "core_freq_min=500"}
"""Config line that fixes the core clock, by kind of Pi."""


def pi(root: Path, model: str, config: str, **files: str) -> Path:
    """Creates the files of a Pi: model, config.txt and files next to it."""
    texts = {raspberry_pi.MODEL: f"{PI}{model}\0", "boot/firmware/config.txt": config}
    texts |= {f"boot/firmware/{name}.txt": text for name, text in files.items()}
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def clock(root: Path) -> tuple[int, bool]:
    """Returns the core clock in MHz, and whether it is steady."""
    core = raspberry_pi.core_clock(root)
    assert core is not None
    return core.hz // 1_000_000, core.steady


MODEL_FILTERS = [
    # the table of the documentation: model, and matching filters
    ("Model A Rev 2", "pi1"),
    ("Model B Plus Rev 1.2", "pi1"),
    ("Compute Module Rev 1.0", "pi1 cm1"),
    ("2 Model B Rev 1.1", "pi2"),
    ("3 Model B Rev 1.2", "pi3"),
    ("3 Model B Plus Rev 1.3", "pi3 pi3+"),
    ("3 Model A Plus Rev 1.0", "pi3 pi3+"),
    ("Compute Module 3 Rev 1.0", "pi3 cm3"),
    ("Compute Module 3 Plus Rev 1.0", "pi3 pi3+ cm3+"),
    ("4 Model B Rev 1.4", "pi4"),
    ("400 Rev 1.0", "pi4 pi400"),
    ("Compute Module 4 Rev 1.0", "pi4 cm4"),
    ("Compute Module 4S Rev 1.0", "pi4 cm4s"),
    ("5 Model B Rev 1.0", "pi5"),
    ("500 Rev 1.0", "pi5 pi500"),
    ("Compute Module 5 Rev 1.0", "pi5 cm5"),
    ("Compute Module 5 Lite Rev 1.0", "pi5 cm5"),
    ("Zero Rev 1.3", "pi0"),
    ("Zero W Rev 1.1", "pi0 pi0w"),
    ("Zero 2 W Rev 1.0", "pi0 pi0w pi02"),
]
ALL_FILTERS = sorted({name for _, names in MODEL_FILTERS for name in names.split()})


@pytest.mark.parametrize(("model", "filters"), MODEL_FILTERS)
def test_filters_match_model(tmp_path: Path, model: str, filters: str) -> None:
    lines = "".join(f"[{name}]\nlicence={name}\n" for name in ALL_FILTERS)
    settings = raspberry_pi.settings(pi(tmp_path, model, lines))
    assert {setting.value for setting in settings} == set(filters.split())
    assert all(setting.is_sure for setting in settings)


@pytest.mark.parametrize(
    ("model", "number"),
    [("4 Model B", 0x11), ("Zero 2 W", 0x12), ("Compute Module 4", 0x14), ("5 Model B", 0x17)],
)
def test_board_type_filter_matches_one_model(tmp_path: Path, model: str, number: int) -> None:
    lines = f"[board-type={number:#x}]\na=1\n[board-type={number}]\nb=1\n[board-type=0x1]\nc=1"
    settings = raspberry_pi.settings(pi(tmp_path, f"{model} Rev 1.0", lines))
    assert [setting.key for setting in settings] == ["a", "b"]


@pytest.mark.parametrize(
    ("model", "config", "core_MHz", "steady"),
    [
        # filter of another model
        ("4 Model B", "[cm4]\n4", 500, False),
        ("4 Model B", "[pi400]\n4", 500, False),
        ("400", "[pi4]\n4", 500, True),
        ("Compute Module 4S", "[cm4]\n4\n[cm4s]\n4", 500, True),
        ("3 Model B Plus", "[cm3]\n3", 400, False),
        ("3 Model B", "[pi3+]\n3", 400, False),
        ("Zero 2 W", "[pi0]\n3", 250, True),
        ("Zero 2 W", "[pi0w]\n3", 250, True),
        ("Zero", "[pi0w]\n3", 400, False),
        ("Compute Module 0", "[pi02]\n3", 250, True),
        # filters of one type replace each other, of different types combine, [all] drops them
        ("4 Model B", "[pi3]\n[pi4]\n4", 500, True),
        ("4 Model B", "[board-type=0x13]\n[pi4]\n4", 500, True),
        ("4 Model B", "[0x1]\n[pi4]\n4", 500, False),
        ("4 Model B", "[pi4]\n[0x1]\n4", 500, False),
        ("4 Model B", "[0x1]\n[all]\n4", 500, True),
        ("4 Model B", "[0xabcd1234]\n4", 500, True),
        ("4 Model B", "[0xABCD1234]\n[pi4]\n4", 500, True),
        ("4 Model B", "[none]\n4", 500, False),
        ("4 Model B", "[none]\n[all]\n4", 500, True),
        ("4 Model B", "[tryboot]\n4", 500, False),
        ("4 Model B", "4\n[tryboot]\ncore_freq_min=200", 500, True),
        # the state of screens, pins and boot variables at startup is unknown later
        ("4 Model B", "[EDID=VSC-TD2220]\n4", 500, False),
        ("4 Model B", "[EDID=VSC-TD2220]\n[pi4]\n4", 500, False),
        ("4 Model B", "[EDID=VSC-TD2220]\nhdmi_group=2\n[all]\n4", 500, True),
        ("4 Model B", "4\n[EDID=VSC-TD2220]\nhdmi_mode=82", 500, True),
        ("4 Model B", "4\n[gpio4=1]\ncore_freq_min=200", 500, False),
        ("4 Model B", "[gpio4=1]\ncore_freq_min=200\n[all]\n4", 500, True),
        ("4 Model B", "[gpio4=1]\n4", 500, False),
        ("4 Model B", "[gpio4=1]\n[gpio2=0]\n[all]\n4", 500, True),
        ("4 Model B", "[HDMI:1]\nhdmi_mode=67\n[pi4]\n[all]\n4", 500, True),
        ("4 Model B", "[partition=2]\n4", 500, False),
        ("4 Model B", "[boot_count>3]\n4", 500, False),
        ("4 Model B", "[pi9]\n4", 500, False),
        ("4 Model B", "[pi9]\n[pi4]\n4", 500, True),
        # lines
        ("4 Model B", "[pi4] # mine\n4", 500, True),
        ("4 Model B", "[pi4]\r\ncore_freq_min=500\r\n", 500, True),
        ("4 Model B", f"#{98 * ' '}\n4", 500, True),
        ("3 Model B", f"core_freq=250{85 * ' '}x", 250, True),
        # other settings that affect the clock
        ("3 Model B", "gpu_freq=250", 250, True),
        ("3 Model B", "gpu_freq=250\ncore_freq=400", 400, False),
        ("4 Model B", "gpu_freq_min=500", 500, True),
        ("4 Model B", "hdmi_enable_4kp60=1\n4", 550, False),
        ("4 Model B", "hdmi_enable_4kp60=1\ncore_freq_min=550", 550, True),
        ("3 Model B", "force_turbo=0", 400, False),
        # overlays, by old and new names
        ("3 Model B", "enable_uart=1\ndtoverlay=pi3-disable-bt", 400, False),
        ("3 Model B", "enable_uart=1\ndtoverlay=pi3-miniuart-bt,krnbt=on", 400, False),
        ("3 Model B", "enable_uart=1\ndevice_tree_overlay=disable-bt", 400, False),
        ("3 Model B", "enable_uart=1\ndtoverlay=disable-wifi", 250, True),
        ("3 Model B", "enable_uart=1\n[pi4]\ndtoverlay=disable-bt", 250, True),
    ],
)
def test_core_clock_respects_filters(
    tmp_path: Path, model: str, config: str, core_MHz: int, steady: bool
) -> None:
    lines = [FIXED.get(line, line) for line in config.split("\n")]
    root = pi(tmp_path, f"{model} Rev 1.0", "\n".join(lines))
    (root / "proc/device-tree/serial-number").write_text("10000000abcd1234\0")
    assert clock(root) == (core_MHz, steady)


@pytest.mark.parametrize(
    ("config", "steady"),
    [
        ("include usercfg.txt", True),
        ("include  usercfg.txt  # ours", True),
        ("include other.txt", True),
        ("include nothing.txt", False),
        ("[pi3]\ninclude usercfg.txt", False),
        ("[pi4]\ninclude usercfg.txt", True),
        ("[gpio4=1]\ninclude usercfg.txt", False),
        ("[none]\ninclude everybody.txt", False),
        ("include none.txt\ncore_freq_min=500", False),
        ("include none.txt\n[all]\ncore_freq_min=500", True),
        ("include itself.txt\ncore_freq_min=500", True),
        ("include ../usercfg.txt", False),
        ("includes usercfg.txt", False),
    ],
)
def test_include_is_expanded_in_place(tmp_path: Path, config: str, steady: bool) -> None:
    root = pi(
        tmp_path,
        "4 Model B Rev 1.4",
        config,
        usercfg="core_freq_min=500",
        other="include usercfg.txt",
        everybody="[all]\ncore_freq_min=500",
        none="[none]",
        itself="include itself.txt\ninclude itself.txt",
    )
    (root / "boot/usercfg.txt").write_text("core_freq_min=500")
    assert clock(root) == (500, steady)


def test_suggested_line_fixes_core_clock_with_4k_screen(tmp_path: Path) -> None:
    core = raspberry_pi.core_clock(pi(tmp_path, "4 Model B Rev 1.4", "hdmi_enable_4kp60=1"))
    assert core is not None and core.line == "core_freq_min=550"


def test_tryboot_settings_are_read(tmp_path: Path) -> None:
    root = pi(tmp_path, "4 Model B Rev 1.4", "[tryboot]\ncore_freq_min=500")
    flag = root / "proc/device-tree/chosen/bootloader/tryboot"
    flag.parent.mkdir(parents=True)
    flag.write_bytes(b"\0\0\0\1")
    assert clock(root) == (500, True)
    flag.write_bytes(b"\0\0\0\0")
    assert clock(root) == (500, False)


@pytest.mark.parametrize(
    ("config", "on"),
    [
        ("dtparam=i2c_arm=on,audio=on", True),
        ("dtparam=audio", True),
        ("device_tree_param=audio=true", True),
        ("dtparam=audio=on\n[pi3]\ndtparam=audio=off", True),
        ("dtparam=audio=on\n[pi4]\ndtparam=spi=on,audio=off", False),
        ("[pi3]\ndtparam=audio=on", False),
    ],
)
def test_analogue_sound_respects_filters(tmp_path: Path, config: str, on: bool) -> None:
    assert Host(root=pi(tmp_path, "4 Model B Rev 1.4", config)).sounds is on


def test_unknown_compute_module_is_not_taken_for_first_pi(tmp_path: Path) -> None:
    root = pi(tmp_path, "Compute Module 6 Rev 1.0", "[pi1]\ncore_freq=250\n[all]\ngpu_mem=64")
    assert raspberry_pi.kind(root) is None and raspberry_pi.core_clock(root) is None
    assert raspberry_pi.settings(root) == [
        boot_config.BootSetting("core_freq", "250", False),
        boot_config.BootSetting("gpu_mem", "64", True),
    ]
