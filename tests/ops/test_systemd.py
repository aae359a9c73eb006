"""The units: systemd reads them without a word, and finds little that they expose."""

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from pegboard.config import Config, load, parse
from pegboard.hall.service.config import load_hall
from pegboard.http.admission import LOCAL, STRANGERS, TRUSTED
from pegboard.storage.state_names import UPDATE_REQUEST
from tests.support.paths import ROOT

pytestmark = pytest.mark.group("install")

UNITS = ROOT / "systemd"
ALL = sorted(
    path.name for end in ("service", "socket", "path") for path in UNITS.glob(f"pegboard*.{end}")
)
EXPOSED = {
    "pegboard.service": 1.6,
    "pegboard-camera.service": 1.4,
    "pegboard-update.service": 3.0,
    "pegboard-power.service": 2.0,
    "pegboard-kiosk.service": 2.6,
    "pegboard-hall.service": 1.6,
}
"""At most, by systemd's own reckoning: 0 is nothing, 10 everything."""
WEB_ONLY = 1.4
PROGRAMS = {
    "/opt/pegboard/current/bin/pegboard": f"{Path(sys.executable).parent}/pegboard",
    "/opt/pegboard/current/bin/python": sys.executable,
    "/opt/pegboard/current/units/": f"{UNITS}/",
}


def settings(unit: str) -> dict[str, list[str]]:
    """Every line of a unit, by its key; an empty one forgets those before it."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", (UNITS / unit).read_text(), re.M):
        found[key] = [*found.get(key, []), value] if value else []
    return found


def exposure(unit: Path) -> float:
    said = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
    )
    assert not said.stderr, said.stderr
    return float(said.stdout.split("Overall exposure level for")[1].split()[1])


def test_systemd_reads_them_without_a_word(tmp_path: Path) -> None:
    """The programs are those of this machine: there is no /opt/pegboard to look into."""
    for unit in ALL:
        text = (UNITS / unit).read_text()
        for installed, here in PROGRAMS.items():
            text = text.replace(installed, here)
        (tmp_path / unit).write_text(text)
    said = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit) for unit in ALL)],
        capture_output=True,
        text=True,
    )
    assert (said.returncode, said.stdout, said.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", EXPOSED)
def test_they_expose_little(unit: str) -> None:
    assert exposure(UNITS / unit) <= EXPOSED[unit]


def test_without_a_board_it_exposes_less(tmp_path: Path) -> None:
    unit = tmp_path / "pegboard.service"
    text = (UNITS / "pegboard.service").read_text()
    (tmp_path / "pegboard.service.run.d").mkdir()
    shutil.copy(UNITS / "web-only/pegboard.conf", tmp_path / "pegboard.service.run.d/web-only.conf")
    # What systemd makes of both: the drop-in is read after the unit.
    drop_in = (UNITS / "web-only/pegboard.conf").read_text().partition("[Service]\n")[2]
    unit.write_text(text.replace("\n[Install]", f"\n{drop_in}\n[Install]"))
    assert exposure(unit) <= WEB_ONLY
    said = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True)
    assert "Failed to parse" not in said.stderr and "Unknown" not in said.stderr


def test_a_hanging_board_is_started_again_and_a_failing_one_always() -> None:
    board = settings("pegboard.service")
    assert board["Type"] == ["notify"] and board["NotifyAccess"] == ["main"]
    assert 5 <= int(board["WatchdogSec"][0]) <= 30
    assert board["Restart"] == ["always"]
    assert board["StartLimitIntervalSec"] == ["0"], "an appliance never gives up"


def test_board_camera_and_system_fit_into_512_megabytes() -> None:
    limits = {
        unit: int(settings(unit)["MemoryMax"][0].removesuffix("M"))
        for unit in ("pegboard.service", "pegboard-camera.service")
    }
    assert limits["pegboard.service"] <= 224
    # One of them at its limit leaves the other what it usually takes, and the system its own.
    assert max(limits.values()) + 100 <= 512 - 110
    camera, board = settings("pegboard-camera.service"), settings("pegboard.service")
    assert int(camera["OOMScoreAdjust"][0]) > 0 > int(board["OOMScoreAdjust"][0])
    assert camera["OOMPolicy"] == ["continue"], "the unit survives its process"


def test_the_board_may_open_far_more_files_than_the_page_takes() -> None:
    taken = LOCAL.total + TRUSTED.total + STRANGERS.total
    assert int(settings("pegboard.service")["LimitNOFILE"][0]) >= taken + 1024


def test_the_camera_has_a_user_of_its_own() -> None:
    """Who decodes pictures of a stranger's making may look at no hand, and at no seed."""
    board, camera = settings("pegboard.service"), settings("pegboard-camera.service")
    (user,) = camera["User"]
    assert camera["Group"] == [user] and user not in (*board["User"], "root")
    assert camera["ProtectProc"] == ["invisible"] and "SupplementaryGroups" not in camera
    (shut,) = camera["InaccessiblePaths"]
    assert {"-/var/lib/pegboard", "-/etc/pegboard"} <= set(shut.split())
    assert not {"StateDirectory", "BindPaths", "ReadWritePaths"} & set(camera)
    assert settings("pegboard-camera.socket")["SocketUser"] == board["User"]
    script = (UNITS / "install.sh").read_text()
    assert f'    user {user} /nonexistent "video render"\n' in script
    assert f"for name in pegboard {user} pegboard-kiosk; do" in script, "and it is taken away again"


def test_the_kiosk_needs_no_input_device_and_takes_the_screen_from_a_desktop() -> None:
    """Its screen is black without a keyboard, mouse or touch; a display manager would have it."""
    kiosk = settings("pegboard-kiosk.service")
    assert "WLR_LIBINPUT_NO_DEVICES=1" in " ".join(kiosk["Environment"]).split()
    for key in ("Conflicts", "After"):
        assert {"getty@tty1.service", "display-manager.service"} <= set(kiosk[key][0].split())


def test_the_socket_is_where_the_board_looks_for_it() -> None:
    (where,) = settings("pegboard-camera.socket")["ListenStream"]
    assert f"PEGBOARD_CAMERA_SOCKET={where}" in settings("pegboard.service")["Environment"]
    assert settings("pegboard-camera.socket")["SocketMode"] == ["0600"]


def test_the_wish_is_where_systemd_looks_for_it() -> None:
    wish, note = settings("pegboard-update.path")["PathExists"]
    assert Path(wish).name == UPDATE_REQUEST
    from pegboard.ops.update.installer import NOTE
    from pegboard.ops.update.request import RESULTS

    assert Path(note) == RESULTS / NOTE


def test_the_configuration_it_comes_with_is_one() -> None:
    config = load(UNITS / "config.toml")
    assert config.web.port == Config().web.port, "avahi and the kiosk name this port"
    assert config.game.demo == "idle"
    assert parse((UNITS / "config.toml").read_text(), "").web.host == "0.0.0.0"
    hall = load_hall(UNITS / "hall.toml")
    assert (hall.web.host, hall.folder) == ("0.0.0.0", "/var/lib/pegboard-hall")
    assert set(tomllib.loads((UNITS / "config.toml").read_text())) == {"web", "game"}


def test_avahi_announces_the_port_of_the_page() -> None:
    tree = ElementTree.parse(UNITS / "avahi.xml")
    assert {port.text for port in tree.iter("port")} == {str(Config().web.port)}
    assert {kind.text for kind in tree.iter("type")} == {"_http._tcp", "_pegboard._tcp"}


def test_udev_knows_the_board_by_the_names_its_firmware_gives_itself() -> None:
    rules = (UNITS / "70-pegboard.rules").read_text()
    firmware = (ROOT / "firmware/pico/usb.c").read_text()
    vendor = re.search(r"VENDOR = 0x(\w+)", firmware)
    product = re.search(r"PRODUCT = 0x(\w+)", firmware)
    assert vendor and f'ATTRS{{idVendor}}=="{vendor[1].lower()}"' in rules
    assert product and f'ATTRS{{idProduct}}=="{product[1].lower()}"' in rules
    assert '[TEXT_MAKER] = "pegboard"' in firmware and 'ATTRS{manufacturer}=="pegboard"' in rules
    if (
        shutil.which("udevadm")
        and "verify" in subprocess.run(["udevadm", "--help"], capture_output=True, text=True).stdout
    ):
        # Groups that this machine lacks are made by the installer.
        verify = ["udevadm", "verify", "--resolve-names=never"]
        subprocess.run([*verify, str(UNITS / "70-pegboard.rules")], check=True)


def test_shell_scripts_are_clean() -> None:
    scripts = [str(path) for path in UNITS.glob("*.sh")]
    said = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True)
    assert said.returncode == 0, said.stdout


def test_every_unit_is_read_as_it_is_written() -> None:
    """No key stands in a section that does not know it, none is given twice by mistake."""
    once = {"Type", "Restart", "WatchdogSec", "User", "MemoryMax", "ProtectSystem", "UMask"}
    for unit in ALL:
        parser = configparser.RawConfigParser(strict=False)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read(UNITS / unit)
        assert set(parser.sections()) <= {"Unit", "Service", "Socket", "Path", "Install"}
        for key in once & set(settings(unit)):
            assert len(settings(unit)[key]) == 1, f"{unit}: {key}"


def test_the_guide_names_every_option_and_unit() -> None:
    guide = (UNITS / "README.md").read_text()
    script = (UNITS / "install.sh").read_text()
    options = set(re.findall(r"--[a-z-]+", script.split("while [ $# -gt 0 ]")[1].split("done")[0]))
    inner = {"--stage", "--refresh", "--help", "--wheel"}
    assert [option for option in options - inner if f"`{option}" not in guide] == []
    assert [unit for unit in ALL if f"**{unit}" not in guide and f", {unit}**" not in guide] == []
    links = [part.split(")")[0].split("#")[0] for part in guide.split("](")[1:]]
    assert [link for link in links if not (UNITS / link).exists()] == []
    assert f"{exposure(UNITS / 'pegboard.service')} (10 is everything)" in guide
    assert f"{exposure(UNITS / 'pegboard-camera.service')} for the camera" in guide


NO_NEW_CODE = """
import ctypes, errno, os, sys
libc = ctypes.CDLL(None, use_errno=True)
if libc.prctl(65, 1, 0, 0, 0):  # PR_SET_MDWE: what MemoryDenyWriteExecute= is made of
    sys.exit(77 if ctypes.get_errno() == errno.EINVAL else 78)
os.execv(sys.executable, [sys.executable, "-m", "pegboard", *sys.argv[1:]])
"""


@pytest.mark.parametrize(
    "words",
    [
        ["count", str(ROOT / "pegboard/devices/cameras/samples/hand-1.jpg")],
        ["demo", "--speed", "0", "--seed", "1"],
    ],
    ids=["the camera", "the board"],
)
def test_they_run_without_memory_that_is_written_and_executed(words: list[str]) -> None:
    """Of all that the units forbid, numpy, OpenCV and the drivers could miss this."""
    done = subprocess.run(
        [sys.executable, "-c", NO_NEW_CODE, *words], capture_output=True, text=True, timeout=200
    )
    if done.returncode == 77:
        pytest.skip("this kernel is older than 6.3")
    assert done.returncode == 0, done.stderr
    assert done.stdout
