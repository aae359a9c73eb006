"""Checks of Python, packages, the recogniser's weights, the camera and the service."""

import hashlib
import stat
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

import pegboard
from pegboard.devices.cameras import Lens
from pegboard.devices.cameras.discovery import cameras
from pegboard.devices.notices import is_simulated, without_password
from pegboard.errors import DeviceError
from pegboard.i18n import Message, _
from pegboard.notice import Fix, Level, Notice, localize_error, verbatim
from pegboard.ops.doctor.checks.versions import minimum, newer, numbers
from pegboard.ops.doctor.probe import SystemProbe
from pegboard.ops.doctor.topic import Topic
from pegboard.storage import factory_reset

PYTHONS = ((3, 11), (3, 13))
WEIGHTS = Path(pegboard.__file__).parent / "vision"


def configuration(machine: SystemProbe) -> Notice:
    """Checks that the configuration file can be used."""
    topic = Topic("configuration", _("configuration"))
    if machine.config_fault is not None:
        file = machine.config_file or "FILE"
        cure = _("Correct it, then run `pegboard config check {file}`", file=file)
        return replace(topic.error(machine.config_fault), cure=cure)
    if machine.config_file is None:
        return topic.ok(_("None was given: the defaults apply."))
    return topic.ok(_("{config_file} can be read.", config_file=machine.config_file))


def python(machine: SystemProbe) -> Notice:
    """Checks that this Python version is supported."""
    topic = Topic("python", _("Python"))
    version = ".".join(map(str, machine.python))
    if machine.bits != 64:
        return topic.fault(
            "32-bit",
            _("Python {found} is a 32-bit program", found=version),
            _(
                "Install the 64-bit Raspberry Pi OS: OpenCV and others "
                "are not available for 32 bits"
            ),
        )
    oldest, newest = PYTHONS
    if not oldest <= machine.python[:2] <= newest:
        return topic.fault(
            "untested",
            _("pegboard is tested with Python 3.11 to 3.13, not {found}", found=version),
            _("Make the virtual environment with one of those"),
        )
    return topic.ok(
        _("{found}, 64-bit, on {processor}.", found=version, processor=machine.processor)
    )


def packages(machine: SystemProbe) -> Notice:
    """Checks that every package is installed and new enough."""
    topic = Topic("packages", _("packages"))
    wrong = []
    for requirement in machine.requires("pegboard"):
        parsed = minimum(requirement)
        if parsed is None:
            continue
        package, version = parsed
        installed = machine.version(package)
        if installed is None and package.startswith("opencv-python"):
            installed = (
                "99" if machine.installed("cv2") else None
            )  # OpenCV from the system's packages
        if installed is None:
            wrong.append(_("{package} is missing", package=package))
        elif numbers(installed) < numbers(version):
            wrong.append(
                _(
                    "{package} must be {version}, got {found}",
                    package=package,
                    found=installed,
                    version=version,
                )
            )
    if wrong:
        return topic.fault(
            "unmet",
            _joined(wrong),
            _("Run the installer again, or `pip install -r requirements.lock`"),
        )
    return topic.ok(
        _("pegboard {version} has everything it needs.", version=machine.version("pegboard")),
    )


def _joined(wrong: Sequence[Message]) -> Message:
    *others, last = wrong
    return _("{these}; {last}", these=_joined(others), last=last) if others else last


def update(machine: SystemProbe) -> Notice:
    """Checks for a newer version."""
    topic, version = Topic("update", _("update")), machine.version("pegboard") or "0"
    releases = machine.path("etc/pegboard/releases")
    if not releases.exists():
        return topic.absent(_("No source of updates is configured."))
    newer_version = newer(releases, version)
    if newer_version:
        return topic.ok(
            _(
                ("{version} is running; {found} is available: `sudo pegboard update`."),
                version=version,
                found=newer_version,
            ),
        )
    return topic.ok(
        _(
            ("{version} is running; no newer one is known (`pegboard update --check` asks)."),
            version=version,
        ),
    )


class _Net(msgspec.Struct):
    sha256: str


class _Tested(msgspec.Struct):
    weights: dict[str, _Net]


def recogniser(machine: SystemProbe) -> Notice:
    """Checks that the weights of the recogniser are undamaged."""
    topic = Topic("recogniser", _("recogniser"))
    try:
        facts = msgspec.json.decode((WEIGHTS / "weights.json").read_bytes(), type=_Tested)
        wrong = [file for file, net in facts.weights.items() if _hash(WEIGHTS / file) != net.sha256]
    except (OSError, ValueError) as error:
        wrong = [str(error)]
    if wrong:
        return topic.fault(
            "damaged",
            _("The recogniser's files are damaged: {files}", files=", ".join(wrong)),
            _("Reinstall pegboard; if this comes back, the card is failing"),
        )
    return topic.ok(_("Its {n} files are intact.", n=len(facts.weights)))


def _hash(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def camera(machine: SystemProbe) -> Notice:
    """Checks that a camera exists and is accessible."""
    topic, source = Topic("camera", _("camera")), machine.config.camera.source
    if source == "none":
        return topic.absent(_("It is turned off ([camera] source)."))
    sources = cameras(machine.root, machine.may, machine.installed)
    address = without_password(source)
    if is_simulated(source):
        blocked = [source for source in sources if source.problem]
        if blocked:
            return topic.fault(
                "blocked", _("{camera} cannot be used", camera=blocked[0].name), blocked[0].problem
            )
        return topic.absent(_("There is no camera: COUNT reads sample pictures."))
    problem = next((c.problem for c in sources if source in (c.address, c.stable_address)), "")
    if problem:
        return topic.fault("blocked", _("{address} cannot be used", address=address), problem)
    if source.startswith("v4l:/") and not machine.path(source[4:]).exists():
        text = _("{device} does not exist", device=source[4:])
        if not sources:
            return topic.fault("unplugged", text, _("Plug the camera in"))
        others = ", ".join(each.best_address for each in sources)
        cure = _("Plug the camera in, or set [camera] source to {others}", others=others)
        return topic.fault("unplugged", text, cure)
    numbered = next((c for c in sources if c.address == source and c.stable_address), None)
    chosen = any(choice.device == "Camera" for choice in machine.why)
    if numbered is not None and not chosen:
        return topic.ok(
            _(
                "{address}; {lasting} stays the same when it is plugged in elsewhere.",
                address=address,
                lasting=numbered.stable_address,
            )
        )
    if machine.config.camera.focus_m and source.startswith("files:"):
        fault = DeviceError(Lens.NOT_SET, camera=address)
        return topic.error(fault, level=Level.WARNING)
    file = machine.config_file
    if address != source and file is not None and _read_by_all(file):
        return topic.warning(
            "password-open",
            _("Everybody on this machine can read the camera's password in {file}", file=str(file)),
            f"sudo chgrp pegboard {file} && sudo chmod 640 {file}",
        )
    return topic.ok(
        _("{address}; `pegboard camera check` measures focus and light.", address=address)
    )


def _read_by_all(file: Path) -> bool:
    try:
        return bool(file.stat().st_mode & stat.S_IROTH)
    except OSError:
        return False


def picamera(machine: SystemProbe) -> Notice:
    """Checks that picamera2 comes from the system; one from pip breaks with system updates."""
    topic = Topic("picamera2", _("picamera2"))
    if not machine.config.camera.source.startswith("picamera:"):
        return topic.absent(_("The camera is not on the ribbon cable."))
    if not machine.installed("picamera2"):
        return topic.fault(
            "missing",
            _("picamera2 is not in this virtual environment"),
            _(
                "`sudo apt install python3-picamera2`, and make the environment "
                "with `python3 -m venv --system-site-packages`"
            ),
        )
    if not machine.installed("libcamera"):
        return topic.fault(
            "no-libcamera",
            _("picamera2 is installed but libcamera is not: it came from pip"),
            _(
                "`pip uninstall picamera2`, `sudo apt install "
                "python3-picamera2`, and make the environment with "
                "--system-site-packages"
            ),
        )
    return topic.ok(_("It is the system's own."))


def start(machine: SystemProbe) -> Notice:
    """Checks that the service is not in safe mode."""
    topic = Topic("safe-mode", _("safe mode"))
    if machine.safe is not None:
        return topic.fault(
            "on",
            _(
                "The board is in safe mode, with simulated devices: {why}",
                why=localize_error(machine.safe),
            ),
            _(
                "Fix whatever else is named here, then start normally: "
                "with the button on the page, or `sudo systemctl restart "
                "pegboard`"
            ),
            Fix.START_NORMALLY,
        )
    return topic.ok(_("The board starts normally."))


def reset_request(machine: SystemProbe) -> Notice:
    """Checks for a pending reset requested at the board."""
    topic = Topic("reset", _("reset"))
    if factory_reset.is_requested(machine.state):
        return topic.warning(
            "wanted",
            _("A reset of network and pairing was requested at the board (UNDO and COUNT)"),
            _("Restart the board to carry it out, or cancel it"),
            Fix.FORGET_RESET,
        )
    return topic.ok(_("None was requested."))


def unit(machine: SystemProbe) -> Notice:
    """Checks the state of the service in systemd."""
    topic = Topic("service", _("service"))
    answer = machine.answer(
        ["systemctl", "show", machine.unit, "-p", "LoadState,ActiveState,NRestarts,Result"]
    )
    facts = dict(line.split("=", 1) for line in (answer or "").splitlines() if "=" in line)
    if facts.get("LoadState") != "loaded":
        return topic.absent(_("pegboard is not installed as a service on this machine."))
    state, restarts = facts.get("ActiveState", ""), facts.get("NRestarts", "0")
    if state == "failed":
        return topic.fault(
            "failed",
            _("The service has failed ({why})", why=facts.get("Result") or _("no reason given")),
            _(
                ("see {log} for the reason; `sudo systemctl restart {unit}` tries again"),
                log=machine.log,
                unit=machine.unit,
            ),
        )
    if state != "active":
        return topic.warning(
            "stopped",
            _("The service is {state}", state=state),
            _("`sudo systemctl start {unit}`", unit=machine.unit),
        )
    if restarts not in ("0", ""):
        return topic.warning(
            "restarted",
            _("The service had to be restarted {restarts} times", restarts=restarts),
            _("see {log} for the reason", log=machine.log),
        )
    return topic.ok(_("It is running."))


def devices(machine: SystemProbe) -> list[Notice]:
    """Returns the running service's notices about its devices."""
    if machine.live is None:
        topic = Topic("devices", _("devices"))
        return [topic.absent(_("No pegboard is running; a running one reports on them."))]
    return [_now(device) for device in machine.live]


def _now(device: Notice) -> Notice:
    """Returns a notice about a device's current state, under a separate topic."""
    topic = Topic(f"{device.about}-now", _("{name} now", name=device.name))
    if not device.is_ok:
        return topic.of(device, _("It is retried automatically"))
    message = device.text or verbatim(without_password(device.address)) or _("It works")
    text = _("{says}.", says=message)
    return replace(device, about=topic.about, name=topic.name, text=text)
