"""Machines with one fault each."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from pegboard.config import Setting, VoiceConfig
from pegboard.devices.notices import device_notice
from pegboard.devices.strips._faults import BUFSIZ
from pegboard.devices.strips.spi import SpiPort
from pegboard.errors import ConfigError, DeviceLost, PegboardError
from pegboard.notice import Level
from pegboard.ops.doctor.checks.games import Games
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.safe_mode import SafeMode
from tests.support.healthy_machine import GIB, NOW, command_output, config, write_file

Change = Callable[[SystemProbe], SystemProbe]


FAULT, WARNING, ABSENT, OK = Level.FAULT, Level.WARNING, Level.ABSENT, Level.OK


LOST_STRIP = DeviceLost(SpiPort.TROUBLE, port="/dev/spidev0.0", why="gone")


def with_file(name: str, text: str) -> Change:
    def change(machine: SystemProbe) -> SystemProbe:
        write_file(machine.root, name, text)
        return machine

    return change


def with_link(name: str, target: str) -> Change:
    def change(machine: SystemProbe) -> SystemProbe:
        path = machine.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to(target)
        return machine

    return change


def without_file(name: str) -> Change:
    def change(machine: SystemProbe) -> SystemProbe:
        (machine.root / name).unlink()
        return machine

    return change


def with_values(**more: Any) -> Change:
    return lambda machine: replace(machine, **more)


def combined(first: Change, second: Change) -> Change:
    return lambda machine: second(first(machine))


def with_command_output(command: str, answer: str) -> Change:
    return with_values(answer=command_output({command: answer}))


def with_sound_cards(device: str = "default", *cards: str, speaker: str = "espeak:") -> Change:
    """Gives a machine a voice and these sound cards; `vc4hdmi0` belongs to a screen."""

    def change(machine: SystemProbe) -> SystemProbe:
        write_file(
            machine.root,
            "proc/asound/cards",
            "".join(f" {n} [{id:<15}]: x - Card {id}\n" for n, id in enumerate(cards)),
        )
        write_file(
            machine.root,
            "proc/asound/pcm",
            "".join(f"{n:02}-00: PCM : PCM : playback 1\n" for n in range(len(cards))),
        )
        voice = VoiceConfig(speaker, device=device)
        return replace(machine, config=replace(machine.config, voice=voice))

    return change


def without_permission(name: str) -> Change:
    return with_values(may=lambda path: path.name != name)


def without_module(module: str) -> Change:
    return with_values(installed=lambda name: name != module)


def with_throttling(bits: int) -> Change:
    return with_command_output("vcgencmd get_throttled", f"throttled={bits:#x}")


FAULTY_MACHINES: list[tuple[str, Change, str, Level, str, str]] = [
    # model, condition, finding, state, words of the message, words of the cure
    ("4", with_throttling(0x50005), "power supply", FAULT, "too low right now", "their own supply"),
    ("4", with_throttling(0x50000), "power supply", WARNING, "has been too low", "max_mA"),
    ("Zero 2 W", with_throttling(0x50005), "speed", WARNING, "it is throttled", "heat sink"),
    ("5", with_throttling(0x2), "speed", WARNING, "its clock is capped", "heat sink"),
    (
        "5",
        with_throttling(0x80000),
        "speed",
        WARNING,
        "it was at its soft temperature limit",
        "heat sink",
    ),
    ("6", with_values(), "computer", WARNING, "newer than this pegboard", "serial:"),
    (
        "4",
        with_file("sys/class/thermal/thermal_zone0/temp", "84500"),
        "temperature",
        FAULT,
        "84 °C",
        "",
    ),
    (
        "4",
        with_file("sys/class/thermal/thermal_zone0/temp", "71000"),
        "temperature",
        WARNING,
        "71",
        "",
    ),
    (
        "Zero 2 W",
        with_file("proc/meminfo", "MemTotal: 498000 kB\nMemAvailable: 30000 kB"),
        "memory",
        WARNING,
        "29 of 486 MiB",
        "kiosk",
    ),
    (
        "4",
        without_file("dev/spidev0.0"),
        "SPI",
        FAULT,
        "/dev/spidev0.0 is missing",
        "/dev/spidev0.1",
    ),
    (
        "5",
        with_values(config=config(strip="spi:/dev/spidev10.0")),
        "SPI",
        FAULT,
        "/dev/spidev10.0 is the EEPROM",
        "Use spi:",
    ),
    (
        "4",
        without_permission("spidev0.0"),
        "SPI",
        FAULT,
        "no permission to open",
        "usermod -aG spi",
    ),
    ("5", without_module("spidev"), "SPI", FAULT, "spidev library is missing", "python3-spidev"),
    (
        "5",
        combined(with_values(config=config(layout="three-track")), with_file(BUFSIZ, "32768")),
        "SPI frame",
        WARNING,
        "A frame is 4634 bytes; on a Raspberry Pi 5 no more than 4096 is proven",
        "from a Pico (serial:)",
    ),
    (
        "5",
        with_values(config=config(layout="two-track")),
        "SPI frame",
        OK,
        "A frame is 3170 bytes.",
        "",
    ),
    (
        "4",
        combined(with_values(config=config(layout="four-track")), with_file(BUFSIZ, "32768")),
        "SPI frame",
        OK,
        "A frame is 6",
        "",
    ),
    (
        "4",
        with_values(config=config(layout="four-track")),
        "SPI buffer",
        FAULT,
        "driver’s buffer only 4096",
        "spidev.bufsiz=",
    ),
    (
        "4",
        with_file("boot/firmware/config.txt", "dtparam=spi=on\n"),
        "core clock",
        FAULT,
        "changes under load",
        "core_freq_min=500",
    ),
    (
        "Zero 2 W",
        with_file("boot/firmware/config.txt", "dtparam=spi=on\n"),
        "core clock",
        FAULT,
        "flash white",
        "core_freq=250",
    ),
    (
        "5",
        with_values(config=config("ws281x:")),
        "PWM and sound",
        FAULT,
        "not support the Raspberry Pi 5",
        "",
    ),
    (
        "4",
        lambda m: with_file("proc/modules", "snd_bcm2835 24576 1 - Live\n")(
            replace(m, config=config("ws281x:"))
        ),
        "PWM and sound",
        FAULT,
        "same PWM",
        "dtparam=audio=off",
    ),
    (
        "4",
        lambda m: replace(m, config=config("ws281x:"), may=lambda path: path.name != "mem"),
        "PWM and sound",
        FAULT,
        "no permission to open /dev/mem",
        "spi:",
    ),
    (
        "5",
        without_file("dev/gpiochip0"),
        "GPIO",
        FAULT,
        "/dev/gpiochip* does not exist",
        "full-upgrade",
    ),
    (
        "5",
        without_permission("gpiochip0"),
        "GPIO",
        FAULT,
        "no permission to open",
        "usermod -aG gpio pegboard",
    ),
    ("5", without_module("lgpio"), "lgpio", FAULT, "not in this virtual", "--system-site-packages"),
    (
        "4",
        with_values(environ={"GPIOZERO_PIN_FACTORY": "mock"}),
        "lgpio",
        FAULT,
        "PIN_FACTORY is mock",
        "unset",
    ),
    (
        "5",
        with_values(version=lambda name: {"gpiozero": "2.0.1", "gpiod": "1.6.3"}.get(name, "99")),
        "lgpio",
        FAULT,
        "gpiozero 2.0.1 cannot open the pins of a Pi 5",
        "2.0.1.post3",
    ),
    (
        "4",
        with_values(groups=frozenset({"video"}), listed=lambda user: frozenset({"video"})),
        "groups",
        FAULT,
        "pegboard is not in spi, gpio",
        "usermod -aG spi,gpio pegboard",
    ),
    ("4", with_values(groups=frozenset({"spi"})), "groups", FAULT, "after logging in", "Log out"),
    (
        "4",
        with_values(config=config("serial:", "serial:")),
        "USB board",
        FAULT,
        "No pegboard is connected",
        "serial:/dev/ttyACM0",
    ),
    (
        "4",
        lambda m: without_permission("usb-pegboard_Pegboard_E6-if00")(
            with_file("dev/serial/by-id/usb-pegboard_Pegboard_E6-if00", "")(m)
        ),
        "USB board",
        FAULT,
        "no permission to open",
        "usermod -aG dialout pegboard",
    ),
    ("4", without_module("cv2"), "computer", OK, "Raspberry Pi 4", ""),
    (
        "4",
        lambda m: replace(
            with_file("sys/class/video4linux/v4l-subdev0/name", "imx219 10-0010")(m),
            config=config(camera="files:"),
            installed=lambda name: name != "picamera2",
        ),
        "camera",
        FAULT,
        "imx219 10-0010 cannot be used",
        "python3-picamera2",
    ),
    (
        "4",
        with_values(config=config(camera="v4l:/dev/video0")),
        "camera",
        FAULT,
        "/dev/video0 does not exist",
        "Plug",
    ),
    (
        "4",
        lambda m: replace(
            with_file("sys/class/video4linux/video1/name", "C920")(with_file("dev/video1", "")(m)),
            config=config(camera="v4l:/dev/video0"),
        ),
        "camera",
        FAULT,
        "/dev/video0 does not exist",
        "set [camera] source to v4l:/dev/video1",
    ),
    (
        "4",
        lambda m: replace(
            with_file("sys/class/video4linux/video0/name", "C920")(
                with_link("dev/v4l/by-id/usb-C920-video-index0", "../../video0")(
                    with_file("dev/video0", "")(m)
                )
            ),
            config=config(camera="v4l:/dev/video0"),
        ),
        "camera",
        OK,
        "v4l:/dev/v4l/by-id/usb-C920-video-index0 stays the same",
        "",
    ),
    (
        "4",
        with_values(config=config(camera="files:http://10.0.0.5/stream", focus_m=0.6)),
        "camera",
        WARNING,
        "its focus cannot be set from here",
        "focus_m = 0 under [camera] leaves it alone",
    ),
    (
        "5",
        lambda m: replace(
            m, config=config(camera="picamera:"), installed=lambda name: name != "picamera2"
        ),
        "picamera2",
        FAULT,
        "not in this virtual environment",
        "--system-site-packages",
    ),
    (
        "5",
        lambda m: replace(
            m, config=config(camera="picamera:"), installed=lambda name: name != "libcamera"
        ),
        "picamera2",
        FAULT,
        "came from pip",
        "pip uninstall picamera2",
    ),
    (
        "4",
        with_values(config=config(layout="nope")),
        "layout",
        FAULT,
        "unknown layout 'nope'",
        "layout list",
    ),
    (
        "4",
        with_values(
            config_fault=ConfigError(Setting.UNKNOWN_KEY, file="board.toml", key="bord", known=""),
            config_file=Path("board.toml"),
        ),
        "configuration",
        FAULT,
        "bord: unknown key",
        "config check board.toml",
    ),
    (
        "4",
        with_values(fetch=lambda url: "Not Found"),
        "page",
        WARNING,
        "Another program",
        "ss -ltnp",
    ),
    (
        "4",
        without_file("run/avahi-daemon/pid"),
        "name",
        WARNING,
        "avahi is not running",
        "install avahi-daemon",
    ),
    (
        "5",
        with_sound_cards("plughw:CARD=Device,DEV=0", "vc4hdmi0", "Headphones"),
        "sound device",
        FAULT,
        "plughw:CARD=Device,DEV=0 is not connected; there are: Card vc4hdmi0 (sysdefault:CARD=vc4",
        "Menu, Settings",
    ),
    (
        "5",
        with_sound_cards("plughw:1,0", "vc4hdmi0", "Device"),
        "sound device",
        WARNING,
        "plughw:1,0 may be another one when a card is plugged in",
        'device = "plughw:CARD=Device,DEV=0"',
    ),
    (
        "5",
        with_sound_cards("default", "vc4hdmi0", "Device"),
        "sound device",
        WARNING,
        "through Card vc4hdmi0, which is a screen; there are: ",
        "Menu, Settings",
    ),
    (
        "5",
        with_sound_cards("speakers", "vc4hdmi0", "Device"),
        "sound device",
        FAULT,
        "'speakers' is no sound device; must be default, or a card",
        "Menu, Settings",
    ),
    ("5", with_sound_cards("default"), "sound device", FAULT, "has no sound device", "USB speaker"),
    (
        "5",
        with_sound_cards("default", "Device", speaker="none"),
        "sound device",
        ABSENT,
        "could speak through: Card Device (plughw:CARD=Device,DEV=0)",
        "",
    ),
    (
        "5",
        with_sound_cards("plughw:CARD=Device,DEV=0", "vc4hdmi0", "Device"),
        "sound device",
        OK,
        "speaks through plughw:CARD=Device,DEV=0; there are: ",
        "",
    ),
    (
        "4",
        with_command_output("busctl", '{"type":"s","data":["pegboard-2.local"]}'),
        "name",
        WARNING,
        "Another device is called pegboard.local: phones find this one at http://pegboard-2.local",
        "hostnamectl set-hostname",
    ),
    ("4", with_values(wall=lambda: 3600.0), "clock", FAULT, "1970-01-01", "date -s"),
    ("4", with_values(wall=lambda: NOW - 7200), "clock", FAULT, "2.0 hours before", "clock module"),
    (
        "4",
        with_values(began=(NOW - 4000, 4900.0)),
        "clock",
        WARNING,
        "jumped by +65 minutes",
        "the network",
    ),
    (
        "Zero 2 W",
        lambda m: with_command_output("timedatectl", "no")(
            without_file("run/systemd/timesync/synchronized")(m)
        ),
        "clock",
        WARNING,
        "not set by the network",
        "set-ntp true",
    ),
    (
        "4",
        with_values(space=lambda path: (GIB // 100, GIB)),
        "disk space",
        FAULT,
        "10 of 1024 MiB",
        "apt",
    ),
    (
        "4",
        with_values(space=lambda path: (GIB // 8, GIB)),
        "disk space",
        WARNING,
        "128 of 1024 MiB",
        "apt",
    ),
    (
        "4",
        with_file("proc/mounts", "/dev/mmcblk0p2 / ext4 ro,noatime 0 0"),
        "disk",
        FAULT,
        "read-only",
        "remount,rw /",
    ),
    (
        "4",
        with_file("proc/mounts", "overlay / overlay rw,lowerdir=/x 0 0"),
        "disk",
        WARNING,
        "in memory (overlay at /)",
        "disable_overlayfs",
    ),
    (
        "4",
        with_file("sys/fs/ext4/mmcblk0p2/errors_count", "3"),
        "disk",
        FAULT,
        "3 errors",
        "backup",
    ),
    ("4", without_permission("pegboard"), "disk", FAULT, "no permission to write", "chown"),
    (
        "5",
        with_file("sys/block/mmcblk0/device/life_time", "0x0b 0x01"),
        "card wear",
        FAULT,
        "worn",
        "",
    ),
    (
        "5",
        with_file("sys/block/mmcblk0/device/life_time", "0x08 0x01"),
        "card wear",
        WARNING,
        "80",
        "",
    ),
    (
        "5",
        with_file("sys/block/mmcblk0/device/pre_eol_info", "0x03"),
        "card wear",
        FAULT,
        "worn",
        "",
    ),
    (
        "5",
        with_file("sys/block/mmcblk0/device/life_time", "0x01 0x02"),
        "card wear",
        OK,
        "20 %",
        "",
    ),
    ("4", with_values(sqlite="3.31.0"), "SQLite", FAULT, "older than 3.37", ""),
    (
        "4",
        with_values(games=Games("*** in database main ***", 1)),
        "journal",
        FAULT,
        "damaged",
        "pegboard restore",
    ),
    (
        "4",
        with_values(games=Games("database is locked", 0, in_use=True)),
        "journal",
        OK,
        "running pegboard is using it",
        "",
    ),
    (
        "4",
        with_values(games=Games("ok", 1, ("abc: peg 0: no",), NOW)),
        "games",
        WARNING,
        "1 game cannot be replayed: abc",
        "report",
    ),
    (
        "4",
        with_values(games=Games("ok", 5, (), NOW)),
        "backup",
        WARNING,
        "not backed up",
        "pegboard backup",
    ),
    (
        "4",
        with_values(python=(3, 10, 4)),
        "Python",
        FAULT,
        "3.13, not 3.10.4",
        "virtual environment",
    ),
    ("Zero 2 W", with_values(bits=32), "Python", FAULT, "32-bit", "64-bit Raspberry Pi OS"),
    (
        "4",
        with_values(version=lambda name: None if name == "starlette" else "99"),
        "packages",
        FAULT,
        "starlette is missing",
        "requirements.lock",
    ),
    (
        "4",
        with_values(version=lambda name: {"starlette": "0.9"}.get(name, "99")),
        "packages",
        FAULT,
        "starlette must be 1.0, got 0.9",
        "",
    ),
    (
        "4",
        with_command_output(
            "systemctl", "LoadState=loaded\nActiveState=failed\nNRestarts=5\nResult=exit-code"
        ),
        "service",
        FAULT,
        "has failed (exit-code)",
        "journalctl -u pegboard",
    ),
    (
        "4",
        with_command_output(
            "systemctl", "LoadState=loaded\nActiveState=active\nNRestarts=4\nResult=success"
        ),
        "service",
        WARNING,
        "restarted 4 times",
        "journalctl",
    ),
    (
        "4",
        with_command_output("systemctl", "LoadState=loaded\nActiveState=inactive\nNRestarts=0"),
        "service",
        WARNING,
        "inactive",
        "systemctl start",
    ),
    (
        "4",
        with_values(safe=PegboardError(SafeMode.TWICE)),
        "safe mode",
        FAULT,
        "the last two starts failed",
        "",
    ),
    (
        "4",
        with_values(live=[device_notice("strip", "spi:", LOST_STRIP)]),
        "strip now",
        FAULT,
        "/dev/spidev0.0: gone",
        "retried automatically",
    ),
    ("4", with_values(live=[device_notice("strip", "spi:")]), "strip now", OK, "spi:", ""),
]
