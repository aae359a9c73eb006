"""Detection of strip faults on simulated machines, with cures."""

import errno
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from pegboard.devices.strips import open_strip, spi, ws281x
from pegboard.devices.strips._chain import Chain
from pegboard.devices.strips._faults import FAULTS, Host, StripFault, fault
from pegboard.devices.strips._simulated_spi import Port
from pegboard.devices.strips._simulated_ws281x import Crash, Library
from pegboard.devices.strips._simulated_ws281x import PixelStrip as _Pixels
from pegboard.devices.strips._ws2812 import CODES, Encoder
from pegboard.errors import DeviceLost, DeviceMissing
from tests.support.machine_files import create_machine

Change = dict[str, Any]


def allowed(_: Path) -> bool:
    return True


def site(root: Path, **changes: Any) -> Host:
    usual: Change = {
        "path": "/dev/spidev0.0",
        "size": 3000,
        "pin": 18,
        "is_installed": lambda _: True,
        "is_accessible": allowed,
    }
    return Host(root=root, **(usual | changes))


CASES: list[tuple[str, StripFault, Change, Change, str]] = [
    (
        "spi",
        StripFault.SPI_EEPROM,
        {"pi": "5", "eeprom": True},
        {"path": "/dev/spidev10.0"},
        r"/dev/spidev10\.0 is the EEPROM that a Raspberry Pi 5 starts from.*; use spi: \(data",
    ),
    # A Pi 5 has this port whether SPI is on or not.
    ("spi", StripFault.SPI_OFF, {"pi": "5", "eeprom": True}, {}, "raspi-config nonint do_spi 0"),
    (
        "spi",
        StripFault.SPI_OTHER_PORT,
        {"pi": "5", "spi": True, "eeprom": True},
        {"path": "/dev/spidev1.0"},
        "there is /dev/spidev0.0, /dev/spidev0.1$",
    ),
    ("spi", StripFault.SPI_OFF, {"pi": "4"}, {}, "raspi-config nonint do_spi 0"),
    ("spi", StripFault.SPI_OFF, {"pi": "5"}, {}, "dtparam=spi=on to /boot/firmware/config.txt"),
    (
        "spi",
        StripFault.SPI_NO_PI,
        {"pi": None},
        {},
        "not a known Raspberry Pi; use the USB board",
    ),
    (
        "spi",
        StripFault.SPI_OTHER_PORT,
        {"pi": "4", "spi": True},
        {"path": "/dev/spidev1.0"},
        "there is /dev/spidev0.0, /dev/spidev0.1",
    ),
    (
        "spi",
        StripFault.NO_SPIDEV,
        {"pi": "4", "spi": True},
        {"is_installed": lambda _: False},
        "pip install",
    ),
    (
        "spi",
        StripFault.SPI_GROUP,
        {"pi": "4", "spi": True},
        {"is_accessible": lambda _: False},
        r"sudo usermod -aG spi \$USER",
    ),
    (
        "spi",
        StripFault.SPI_BUFFER,
        {"pi": "4", "spi": True},
        {"size": 5933},
        "a frame is 5933 bytes and the driver's buffer only 4096.*spidev.bufsiz=8192 to the end of "
        "the one line in /boot/firmware/cmdline.txt",
    ),
    (
        "spi",
        StripFault.CORE_CLOCK,
        {"pi": "4", "spi": True, "steady": False},
        {},
        "add the line core_freq_min=500 to /boot/firmware/config.txt",
    ),
    (
        "spi",
        StripFault.CORE_CLOCK,
        {"pi": "Zero 2 W", "spi": True, "steady": False},
        {},
        "add the line core_freq=250",
    ),
    (
        "ws281x",
        StripFault.PWM_PI_5,
        {"pi": "5"},
        {},
        "does not support the Raspberry Pi 5; use spi:",
    ),
    ("ws281x", StripFault.PWM_NO_PI, {"pi": None}, {}, "ws281x:mock to simulate it"),
    ("ws281x", StripFault.PWM_NO_PI, {"pi": "6"}, {}, "rpi_ws281x does not support this machine"),
    (
        "ws281x",
        StripFault.PWM_SPI_PIN,
        {"pi": "4"},
        {"pin": 10},
        "use spi:, which does not need root",
    ),
    (
        "ws281x",
        StripFault.PWM_OTHER_PIN,
        {"pi": "4"},
        {"pin": 17},
        "GPIO 17 has no PWM or PCM; .* 18, 12",
    ),
    (
        "ws281x",
        StripFault.NO_RPI_WS281X,
        {"pi": "4"},
        {"is_installed": lambda _: False},
        "rpi-ws281x",
    ),
    (
        "ws281x",
        StripFault.NO_DEV_MEM,
        {"pi": "4"},
        {"is_accessible": lambda _: False},
        "which do not need root; an installed board's service never has it",
    ),
    (
        "ws281x",
        StripFault.AUDIO,
        {"pi": "4", "modules": "snd_bcm2835 32768 2 - Live 0x0"},
        {},
        "write dtparam=audio=off in /boot/firmware/config.txt",
    ),
    ("ws281x", StripFault.AUDIO, {"pi": "3", "config": "dtparam=audio=on"}, {"pin": 13}, "GPIO 13"),
]


@pytest.mark.parametrize(("scheme", "code", "files", "changes", "message"), CASES)
def test_fault_is_detected_with_cure(
    tmp_path: Path, scheme: str, code: StripFault, files: Change, changes: Change, message: str
) -> None:
    here = site(create_machine(tmp_path, **files), **changes)
    detected = next(row.code for row in FAULTS[scheme] if row.applies(here))
    assert detected == code
    assert re.search(message, str(fault(scheme, here)))


def test_every_fault_row_is_tested() -> None:
    rows = {(scheme, row.code) for scheme, table in FAULTS.items() for row in table}
    assert rows == {(scheme, code) for scheme, code, *_ in CASES}


@pytest.mark.parametrize(
    ("scheme", "files", "changes"),
    [
        ("spi", {"pi": "5", "spi": True}, {}),
        ("spi", {"pi": "4", "spi": True}, {}),
        ("spi", {"pi": "4", "spi": True, "steady": False}, {"is_core_given": True}),
        ("spi", {"pi": "4", "spi": True, "bufsiz": 8192}, {"size": 5933}),
        ("spi", {"pi": None, "spi": True}, {}),  # an SPI port on another machine
        ("ws281x", {"pi": "4"}, {}),
        ("ws281x", {"pi": "4", "config": "dtparam=audio=on"}, {"pin": 21}),
        ("ws281x", {"pi": "4", "config": "dtparam=audio=on\ndtparam=audio=off"}, {}),
        ("ws281x", {"pi": "4", "config": "dtparam=spi=on\n[pi3]\ndtparam=audio=on"}, {}),
    ],
)
def test_working_machine_has_no_fault(
    tmp_path: Path, scheme: str, files: Change, changes: Change
) -> None:
    assert fault(scheme, site(create_machine(tmp_path, **files), **changes)) is None


@pytest.mark.parametrize("path", ["/dev/spidev10.0", "/dev/spidev10.1", "/dev/leds"])
def test_bootloader_eeprom_is_never_opened(tmp_path: Path, path: str) -> None:
    root = create_machine(tmp_path, "5", spi=True, eeprom=True)
    (root / "dev/leds").symlink_to("spidev10.0")
    with pytest.raises(DeviceMissing) as caught:
        spi.open(f"{path},chip=sk6812", 10, root=root)
    assert caught.value.code == StripFault.SPI_EEPROM


def test_unreadable_bufsiz_gives_default(tmp_path: Path) -> None:
    root = create_machine(tmp_path, "5", spi=True)
    (root / "sys/module/spidev/parameters/bufsiz").unlink()
    assert "buffer only 4096" in str(fault("spi", site(root, size=4097)))


@pytest.mark.parametrize("scheme", ["spi", "ws281x"])
def test_unopenable_strip_raises_device_missing(tmp_path: Path, scheme: str) -> None:
    opens: dict[str, Callable[..., Any]] = {"spi": spi.open, "ws281x": ws281x.open}
    with pytest.raises(DeviceMissing, match=f"{scheme}:mock to simulate it"):
        opens[scheme]("", 10, root=create_machine(tmp_path))


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("spi:,chips=x", "unknown option 'chips=x'; must be one of chip=…, hz=…, core=…"),
        ("spi:,chip=apa102", "chip must be one of ws2812b-v5, .*, got 'apa102'"),
        ("spi:,hz=fast", "hz must be an integer, got 'fast'"),
        ("spi:,hz=", "unknown option 'hz='"),
        ("spi:mock,hz=2400000", "a clock of 2400000 Hz was requested: at 2.381 MHz no code"),
        ("spi:mock,core=0", "core must be the core clock in MHz"),
        ("spi:mock,missing=1", "simulating a missing"),
        ("spi:mock,bufsiz=100", "a frame is 36[0-9] bytes and the buffer 100: use bufsiz=512"),
        ("spi:mock,wants=RGBW", "wants must be one of GRB, "),
        ("ws281x:mock,code=3", r"Hardware revision is not supported \(-3\): the library does not"),
        ("ws281x:mock,code=4", r"\(-4\): memory could not be locked: it has to run as root"),
        ("ws281x:mock,code=1", r"failed with code -1 \(Generic failure\)"),
        ("ws281x:eighteen", "must name a pin"),
        ("ws281x:18,dma=5", "DMA channel 5 belongs to the SD card; use 10"),
        ("ws281x:18,dma=99", "belongs to nobody: there are 0 to 14"),
    ],
)
def test_invalid_strip_address_is_refused(address: str, message: str) -> None:
    with pytest.raises(DeviceMissing, match=message):
        open_strip(address, 10)


def test_failed_ws281x_library_is_not_cleaned_up(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Any] = []
    library = Library()

    def pixel_strip(*args: Any) -> Any:
        made.append(_Pixels(*args, library=Library(code=-3)))
        return made[0]

    monkeypatch.setattr(library, "PixelStrip", pixel_strip)
    with pytest.raises(DeviceMissing, match="the library does not know this Raspberry Pi"):
        ws281x.Ws281xStrip(library, 10, 18, 10)
    made[0]._cleanup()  # as the library does at exit
    begun = _Pixels(10, 18, library=Library(code=-3))
    with pytest.raises(Crash):
        begun._cleanup()


def test_simulated_libraries_refuse_like_real_ones() -> None:
    port = Port(Chain(1))
    with pytest.raises(OSError, match="Bad file descriptor"):
        port.max_speed_hz = 3_200_000
    with pytest.raises(OSError, match="Bad file descriptor"):
        port.mode = 0
    with pytest.raises(OSError, match="Bad file descriptor"):
        port.writebytes2(b"\0")
    port.open_path("/dev/spidev0.0")
    port.mode, port.max_speed_hz = 0, 3_200_000
    assert (port.mode, port.clock_hz) == (0, 3_125_000)
    port.writebytes2(b"")
    with pytest.raises(OSError, match="Invalid argument"):
        port.max_speed_hz = 0
    port.close()
    port.unplug()
    with pytest.raises(FileNotFoundError):
        port.open_path("/dev/spidev0.0")

    pixels = _Pixels(3, 18)
    with pytest.raises(Crash):
        pixels[0] = 1
    with pytest.raises(Crash):
        pixels.show()
    pixels.begin()
    for number, value, wrong in (
        (0, -1, OverflowError),
        (0, 1 << 32, OverflowError),
        (3, 1, Crash),
    ):
        with pytest.raises(wrong):
            pixels[number] = value
    pixels._cleanup()
    pixels._cleanup()
    with pytest.raises(RuntimeError, match="Selected GPIO not possible"):
        _Pixels(3, 17).begin()


def test_split_transfer_restarts_chain() -> None:
    """Shows why a frame must fit into the driver's buffer: the line rests between pieces."""
    encoder = Encoder(40, CODES[0], 3_125_000, 280)
    for bufsiz, whole in ((encoder.size, True), (encoder.size - 1, True), (256, False)):
        chain = Chain(40)
        port = Port(chain, bufsiz=bufsiz, paced=False)
        port.open_path("")
        port.max_speed_hz = 3_200_000
        port.writebytes2(encoder.encode(bytes(range(120))))
        assert (chain.lit == bytes(range(120))) is whole


def test_timed_out_transfer_recommends_pico() -> None:
    """Simulates the timeouts reported for long frames on a Pi 5."""

    class SlowPort(Port):
        def writebytes2(self, data: bytes) -> None:
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")

    encoder = Encoder(366, CODES[0], 3_125_000, 280)
    strip = spi.SpiStrip(SlowPort(Chain(366)), "/dev/spidev0.0", encoder, 3_200_000)
    with pytest.raises(
        DeviceLost, match=r"4634 bytes timed out; .*from a Pico \(serial:\)"
    ) as caught:
        strip.show(bytes(3 * 366))
    assert caught.value.code == spi.SpiPort.TIMED_OUT
    strip.close()  # must not fail either


class OlderSpiDev:
    """spidev 3.6 of Debian 12, without `open_path`."""

    def __init__(self) -> None:
        self.opened: tuple[int, int] | None = None
        self.mode = self.max_speed_hz = 0

    def open(self, bus: int, device: int) -> None:
        self.opened = bus, device


def test_older_spidev_opens_port_by_number() -> None:
    encoder, device = Encoder(1, CODES[0], 3_125_000, 280), OlderSpiDev()
    spi.SpiStrip(device, "/dev/spidev1.2", encoder, 3_200_000)
    assert device.opened == (1, 2) and device.max_speed_hz == 3_200_000
    with pytest.raises(DeviceMissing, match="update it"):
        spi.SpiStrip(OlderSpiDev(), "/dev/leds", encoder, 3_200_000)


HOLDER = """
import sys
from pathlib import Path
from pegboard.devices.strips.spi import claim
claim(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_port_lock_is_exclusive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spidev: Any = ModuleType("spidev")
    spidev.__spec__ = pytest.__spec__
    spidev.SpiDev = lambda: Port(Chain(10))
    monkeypatch.setitem(sys.modules, "spidev", spidev)
    root = create_machine(tmp_path, "5", spi=True)
    port = root / "dev/spidev0.0"
    owner = subprocess.Popen(
        [sys.executable, "-c", HOLDER, port], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert owner.stdin is not None and owner.stdout is not None
    with owner:
        assert owner.stdout.readline() == b"held\n"
        with pytest.raises(DeviceMissing, match="in use by another pegboard") as refused:
            spi.open("/dev/spidev0.0", 10, root=root)
        assert refused.value.code == StripFault.TAKEN
        owner.kill()  # a dead program releases the port
    first = spi.open("/dev/spidev0.0", 10, root=root)
    with pytest.raises(DeviceMissing, match="in use by another pegboard"):
        spi.open("/dev/spidev0.0", 10, root=root)
    first.close()
    spi.open("/dev/spidev0.0", 10, root=root).close()
