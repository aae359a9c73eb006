"""systemd units: accepted without warnings, with low exposure."""

import configparser
import re
import shutil
import subprocess
import sys
import tomllib
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from pegboard.config import Config, load_config, parse
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
    """Returns the values of a unit by key; an empty value resets earlier ones."""
    found: dict[str, list[str]] = {}
    for key, value in re.findall(r"^(\w+)=(.*)$", (UNITS / unit).read_text(), re.M):
        found[key] = [*found.get(key, []), value] if value else []
    return found


def exposure(unit: Path) -> float:
    process = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--no-pager", str(unit)],
        capture_output=True,
        text=True,
    )
    assert not process.stderr, process.stderr
    return float(process.stdout.split("Overall exposure level for")[1].split()[1])


def test_units_are_accepted_without_warnings(tmp_path: Path) -> None:
    """Uses programs of this machine, because there is no /opt/pegboard."""
    for unit in ALL:
        text = (UNITS / unit).read_text()
        for installed, here in PROGRAMS.items():
            text = text.replace(installed, here)
        (tmp_path / unit).write_text(text)
    process = subprocess.run(
        ["systemd-analyze", "verify", *(str(tmp_path / unit) for unit in ALL)],
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


@pytest.mark.parametrize("unit", EXPOSED)
def test_units_have_low_exposure(unit: str) -> None:
    assert exposure(UNITS / unit) <= EXPOSED[unit]


def test_web_only_unit_has_lower_exposure(tmp_path: Path) -> None:
    unit = tmp_path / "pegboard.service"
    text = (UNITS / "pegboard.service").read_text()
    (tmp_path / "pegboard.service.run.d").mkdir()
    shutil.copy(UNITS / "web-only/pegboard.conf", tmp_path / "pegboard.service.run.d/web-only.conf")
    # The drop-in is applied after the unit.
    drop_in = (UNITS / "web-only/pegboard.conf").read_text().partition("[Service]\n")[2]
    unit.write_text(text.replace("\n[Install]", f"\n{drop_in}\n[Install]"))
    assert exposure(unit) <= WEB_ONLY
    process = subprocess.run(
        ["systemd-analyze", "verify", str(unit)], capture_output=True, text=True
    )
    assert "Failed to parse" not in process.stderr and "Unknown" not in process.stderr


def test_units_restart_on_hang_and_failure() -> None:
    board = settings("pegboard.service")
    assert board["Type"] == ["notify"] and board["NotifyAccess"] == ["main"]
    assert 5 <= int(board["WatchdogSec"][0]) <= 30
    assert board["Restart"] == ["always"]
    assert board["StartLimitIntervalSec"] == ["0"], "an appliance never gives up"


def test_memory_limits_fit_into_512_mb() -> None:
    limits = {
        unit: int(settings(unit)["MemoryMax"][0].removesuffix("M"))
        for unit in ("pegboard.service", "pegboard-camera.service")
    }
    assert limits["pegboard.service"] <= 224
    # One process at its limit leaves enough for the other and for the system.
    assert max(limits.values()) + 100 <= 512 - 110
    camera, board = settings("pegboard-camera.service"), settings("pegboard.service")
    assert int(camera["OOMScoreAdjust"][0]) > 0 > int(board["OOMScoreAdjust"][0])
    assert camera["OOMPolicy"] == ["continue"], "the unit survives its process"


def test_file_limit_exceeds_connection_limit() -> None:
    taken = LOCAL.total + TRUSTED.total + STRANGERS.total
    assert int(settings("pegboard.service")["LimitNOFILE"][0]) >= taken + 1024


def test_camera_unit_has_separate_user() -> None:
    """Isolates the process that decodes untrusted pictures from hands and seeds."""
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


def test_kiosk_unit_needs_no_input_device_and_replaces_desktop() -> None:
    """Without the setting the screen stays black; a display manager must stop."""
    kiosk = settings("pegboard-kiosk.service")
    assert "WLR_LIBINPUT_NO_DEVICES=1" in " ".join(kiosk["Environment"]).split()
    for key in ("Conflicts", "After"):
        assert {"getty@tty1.service", "display-manager.service"} <= set(kiosk[key][0].split())


def test_camera_socket_path_matches_the_client() -> None:
    (where,) = settings("pegboard-camera.socket")["ListenStream"]
    assert f"PEGBOARD_CAMERA_SOCKET={where}" in settings("pegboard.service")["Environment"]
    assert settings("pegboard-camera.socket")["SocketMode"] == ["0600"]


def test_path_unit_watches_the_update_request() -> None:
    wish, note = settings("pegboard-update.path")["PathExists"]
    assert Path(wish).name == UPDATE_REQUEST
    from pegboard.ops.update.installer import NOTE
    from pegboard.ops.update.request import RESULTS

    assert Path(note) == RESULTS / NOTE


def test_bundled_configuration_is_valid() -> None:
    config = load_config(UNITS / "config.toml")
    assert config.web.port == Config().web.port, "avahi and the kiosk name this port"
    assert config.game.demo == "idle"
    assert parse((UNITS / "config.toml").read_text(), "").web.host == "0.0.0.0"
    hall = load_hall(UNITS / "hall.toml")
    assert (hall.web.host, hall.folder) == ("0.0.0.0", "/var/lib/pegboard-hall")
    assert set(tomllib.loads((UNITS / "config.toml").read_text())) == {"web", "game"}


def test_avahi_service_announces_page_port() -> None:
    tree = ElementTree.parse(UNITS / "avahi.xml")
    assert {port.text for port in tree.iter("port")} == {str(Config().web.port)}
    assert {kind.text for kind in tree.iter("type")} == {"_http._tcp", "_pegboard._tcp"}


def test_udev_rule_matches_firmware_usb_names() -> None:
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
        # The installer creates missing groups.
        verify = ["udevadm", "verify", "--resolve-names=never"]
        subprocess.run([*verify, str(UNITS / "70-pegboard.rules")], check=True)


def test_shell_scripts_pass_shellcheck() -> None:
    scripts = [str(path) for path in UNITS.glob("*.sh")]
    process = subprocess.run(["shellcheck", *scripts], capture_output=True, text=True)
    assert process.returncode == 0, process.stdout


def test_unit_keys_are_valid_and_unique() -> None:
    """Finds invalid keys, and keys duplicated by mistake."""
    once = {"Type", "Restart", "WatchdogSec", "User", "MemoryMax", "ProtectSystem", "UMask"}
    for unit in ALL:
        parser = configparser.RawConfigParser(strict=False)
        parser.optionxform = str  # type: ignore[assignment,method-assign]
        parser.read(UNITS / unit)
        assert set(parser.sections()) <= {"Unit", "Service", "Socket", "Path", "Install"}
        for key in once & set(settings(unit)):
            assert len(settings(unit)[key]) == 1, f"{unit}: {key}"


def test_readme_names_every_option_and_unit() -> None:
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
def test_programs_run_without_writable_executable_memory(words: list[str]) -> None:
    """numpy, OpenCV and the drivers must work with MemoryDenyWriteExecute=."""
    done = subprocess.run(
        [sys.executable, "-c", NO_NEW_CODE, *words], capture_output=True, text=True, timeout=200
    )
    if done.returncode == 77:
        pytest.skip("this kernel is older than 6.3")
    assert done.returncode == 0, done.stderr
    assert done.stdout
