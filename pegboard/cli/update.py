"""`pegboard update`: installs another version on an installed board."""

import fcntl
import shutil
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Annotated
from urllib.parse import urljoin
from urllib.request import urlopen

import typer

from pegboard.config import Config, load_config
from pegboard.errors import Common, ConfigError, DeviceError, PegboardError
from pegboard.ops.update.codes import UpdateFault
from pegboard.ops.update.installer import (
    GameOpen,
    JournalTooNew,
    Reverted,
    VersionSwitch,
    may_modify,
)
from pegboard.ops.update.request import RESULTS, Result, store_result, take_request
from pegboard.ops.update.service_control import Service
from pegboard.ops.update.signature import ENDING, KEYS, LARGEST, BadSignature, read_keys, verify
from pegboard.ops.update.versions import Versions, is_older
from pegboard.storage.paths import INSTALLED_STATE, config_file
from pegboard.text_file import open_file

DONE, REFUSED, UNUSABLE = 0, 1, 2
RELEASES = Path("/etc/pegboard/releases")
"""File, owned by root, with the folder or URL of the releases."""
USER = "pegboard"
STAGE_S, SIGNATURE_S = 1800.0, 30.0
WHEEL = "pegboard-*-py3-none-any.whl"
WORK = ".update-"
"""Name prefix of the folder in which an update is prepared."""

Anyway = Annotated[bool, typer.Option("--anyway", help="Do it even while someone is playing.")]


def update_command(
    wheel: Annotated[Path | None, typer.Option(help="Wheel to install.")] = None,
    version: Annotated[str | None, typer.Option(help="Version; the newest by default.")] = None,
    packages: Annotated[
        Path | None, typer.Option(help="Folder of Python packages, for boards without network.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only look for a newer version.")] = False,
    unsigned: Annotated[
        bool, typer.Option("--unsigned", help="Install --wheel though it is not signed.")
    ] = False,
    allow_older: Annotated[
        bool, typer.Option("--allow-older", help="Install a version older than the current one.")
    ] = False,
    anyway: Anyway = False,
    requested: Annotated[bool, typer.Option("--wanted", hidden=True)] = False,
    settle: Annotated[bool, typer.Option("--settle", hidden=True)] = False,
) -> int:
    """Updates the board as the command line says, or as its page requested (`wanted`).

    `settle` only ends an update that a pulled plug interrupted.

    Returns:
        The exit code: 0; 1 if it was refused or reverted; 2 where it is impossible.
    """

    def do() -> str:
        versions = installed()
        if check:
            return _checked(versions, version)
        with exclusively():
            exchange = new_switch(versions, anyway=anyway)
            message = exchange.finish_interrupted()
            if settle:
                return message
            if requested:
                request = take_request(exchange.state)
                if request is None:
                    return message or "No update was requested."
                if request.action == "rollback":
                    return f"{exchange.rollback()} is running again."
                return _updated(exchange, None, request.version or None, None)
            return _updated(
                exchange, wheel, version, packages, unsigned=unsigned, allow_older=allow_older
            )

    return run_switch("update", do, remember=requested or settle)


def run_switch(command: str, action: Callable[[], str], *, remember: bool) -> int:
    """Runs an update or rollback, prints its result, and returns the exit code.

    Args:
        command: name of the command, for error messages.
        action: returns the message to print, empty if there was nothing to do.
        remember: True to also store the result for the page, unless it is empty.
    """
    try:
        message, code = action(), DONE
    except (BadSignature, GameOpen, JournalTooNew, Reverted, NoNewerVersion) as error:
        message, code = str(error), REFUSED
    except (PegboardError, OSError) as error:
        message, code = str(error), UNUSABLE
    if code == DONE:
        print(message or "There is nothing to do.")
    else:
        print(f"pegboard {command}: {message}", file=sys.stderr)
    if remember and message:
        try:
            store_result(Result(code == DONE, message, time.time(), Versions().current))
        except OSError as error:
            print(f"pegboard {command}: {error}", file=sys.stderr)
    return code


class NoNewerVersion(PegboardError):
    """There is no newer version, or the given one is older."""


def installed() -> Versions:
    """Returns the installed versions, after checking write access.

    Raises:
        DeviceError: root rights are required.
    """
    versions = Versions()
    running = versions.current
    if not may_modify(versions):
        raise DeviceError(UpdateFault.NOT_ROOT, version=running)
    return versions


def new_switch(versions: Versions, *, anyway: bool) -> VersionSwitch:
    """Returns a switch between the versions of this machine."""
    file = config_file()
    try:
        config = load_config(file) if file else Config()
    except ConfigError:
        config = Config()  # an invalid configuration must not prevent an update
    return VersionSwitch(
        versions,
        Service(),
        INSTALLED_STATE,
        f"http://{_local_host(config.web.host)}:{config.web.port}/",
        config=file,
        user=USER,
        report=lambda line: print(line, flush=True),
        refresh=_refresh,
        force=anyway,
    )


def _local_host(host: str) -> str:
    """Returns the host at which this machine can reach a page served on `host`."""
    if host in ("0.0.0.0", "::", "localhost"):
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


@contextmanager
def exclusively() -> Iterator[None]:
    """Holds a lock, so that updates from the page and the command line cannot overlap."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    with (RESULTS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _checked(versions: Versions, version: str | None) -> str:
    running = versions.current
    with tempfile.TemporaryDirectory() as folder:
        wheel = _fetched(versions, version, Path(folder))
        _verified(versions, wheel)
        wheel_version = _version_of(wheel)
    if version is not None:
        _check_order(wheel_version, running)
    if is_older(wheel_version, running) or wheel_version == _number(running):
        raise NoNewerVersion(UpdateFault.NEWEST, version=_number(running))
    return f"{wheel_version} is there; {running} runs. `sudo pegboard update` exchanges them."


def _check_order(version: str, running: str) -> None:
    """Refuses downgrades, which could bring back fixed faults.

    Raises:
        NoNewerVersion: the version is older than the running one.
    """
    if is_older(version, running):
        raise NoNewerVersion(UpdateFault.OLDER, version=version, current=running)


def _updated(
    exchange: VersionSwitch,
    wheel: Path | None,
    version: str | None,
    packages: Path | None,
    *,
    unsigned: bool = False,
    allow_older: bool = False,
) -> str:
    versions = exchange.versions
    with _work_folder(versions) as folder:
        if wheel is None:
            copy, unsigned = _fetched(versions, version, folder), False
        else:
            copy = _copied(wheel, folder)
        wheel_version = _version_of(copy)
        if version not in (None, wheel_version):
            raise DeviceError(
                UpdateFault.VERSION_MISMATCH, wheel=str(wheel), found=wheel_version, wanted=version
            )
        if not allow_older:
            _check_order(wheel_version, versions.current)
        if not unsigned:
            exchange.report(f"Signed: {_verified(versions, copy)}.")
        exchange.report(f"Installing {wheel_version} beside {versions.current} …")
        name = _staged(versions, copy, packages and _copied_packages(packages, folder), folder)
    exchange.update(name)
    return f"{name} runs. `sudo pegboard rollback` goes back."


@contextmanager
def _work_folder(versions: Versions) -> Iterator[Path]:
    """Yields a private temporary folder; removes it and any left by a power failure."""
    for left in versions.folder.glob(f"{WORK}*"):
        shutil.rmtree(left, ignore_errors=True)
    with tempfile.TemporaryDirectory(dir=versions.folder, prefix=WORK) as folder:
        yield Path(folder)


def _copied(wheel: Path, folder: Path) -> Path:
    """Copies a wheel and its signature, so that nobody can replace them after the check."""
    _version_of(wheel)
    copy = folder / wheel.name
    try:
        _copy(wheel, copy)
    except FileNotFoundError as error:
        raise DeviceError(Common.NO_SUCH_FILE, file=str(wheel)) from error
    signature = wheel.name + ENDING
    with suppress(FileNotFoundError):
        (folder / signature).write_bytes(_little(wheel.with_name(signature)))
    return copy


def _copied_packages(packages: Path, folder: Path) -> Path:
    """Copies a folder of packages, because pip opens them again after checking their hashes.

    Raises:
        OSError: the folder cannot be read.
    """
    copies = folder / "packages"
    copies.mkdir()
    for file in sorted(packages.iterdir()):
        if file.is_file():
            _copy(file, copies / file.name)
    return copies


def _copy(file: Path, copy: Path) -> None:
    with open_file(file) as source, copy.open("xb") as target:
        shutil.copyfileobj(source, target)


def _version_of(wheel: Path) -> str:
    parts = wheel.name.split("-")
    if not wheel.match(WHEEL) or len(parts) != 5:
        raise DeviceError(UpdateFault.NO_WHEEL, wheel=str(wheel))
    return parts[1]


def _number(name: str) -> str:
    """Returns a version without the hash that the name of a development version has after a +."""
    return name.partition("+")[0]


def _fetched(versions: Versions, version: str | None, folder: Path) -> Path:
    """Downloads the wheel from the source of the releases."""
    try:
        place = RELEASES.read_text(encoding="utf-8").strip()
    except OSError as error:
        raise DeviceError(
            UpdateFault.NO_RELEASES, file=str(RELEASES), why=error.strerror
        ) from error
    python = versions.program(versions.current, "python")
    requirement = f"pegboard=={version}" if version else "pegboard"
    command = [str(python), "-m", "pip", "--disable-pip-version-check", "--quiet", "download"]
    # --no-index: a package index may have someone else's package of this name
    command += ["--no-deps", "--no-index", "--only-binary", ":all:", "--find-links", place]
    process = subprocess.run(
        [*command, "--dest", str(folder), requirement],
        capture_output=True,
        text=True,
        timeout=STAGE_S,
    )
    wheels = sorted(folder.glob(WHEEL))
    if process.returncode or not wheels:
        raise DeviceError(
            UpdateFault.NO_SUCH_VERSION, place=place, wanted=requirement.replace("==", " ")
        )
    _fetch_signature(place, wheels[0])
    return wheels[0]


def _fetch_signature(place: str, wheel: Path) -> None:
    """Downloads the signature of a wheel next to it, if there is one."""
    name = wheel.name + ENDING
    if "://" not in place:
        with suppress(FileNotFoundError):
            wheel.with_name(name).write_bytes(_little(Path(place) / name))
        return
    with suppress(OSError):  # a missing signature is reported when it is needed
        address = urljoin(place if place.endswith(("/", ".html")) else f"{place}/", name)
        with urlopen(address, timeout=SIGNATURE_S) as reply:
            wheel.with_name(name).write_bytes(reply.read(LARGEST))


def _little(file: Path) -> bytes:
    with open_file(file) as source:
        return source.read(LARGEST)


def _verified(versions: Versions, wheel: Path) -> str:
    """Verifies a wheel with the keys of the running version; returns the trusted comment.

    Raises:
        BadSignature: there is no signature by one of these keys.
        DeviceError: the running version has no keys.
    """
    file = versions.folder / "versions" / versions.current / "units" / KEYS
    try:
        keys = read_keys(file)
    except (OSError, ValueError) as error:
        raise DeviceError(UpdateFault.NO_KEYS, file=str(file)) from error
    if not keys:
        raise DeviceError(UpdateFault.NO_KEYS, file=str(file))
    signature = wheel.with_name(wheel.name + ENDING)
    if not signature.is_file():
        raise BadSignature(UpdateFault.NOT_SIGNED, wheel=wheel.name, file=signature.name)
    return verify(wheel, _little(signature).decode(errors="replace"), keys)


def _staged(versions: Versions, wheel: Path, packages: Path | None, folder: Path) -> str:
    """Installs a wheel as another version, with its own installer; returns its name."""
    try:
        with zipfile.ZipFile(wheel) as pack:
            script = Path(pack.extract("pegboard/appliance/install.sh", folder))
    except (OSError, KeyError, zipfile.BadZipFile) as error:
        raise DeviceError(UpdateFault.BROKEN_WHEEL, wheel=str(wheel), why=error) from error
    command = ["sh", str(script), "--stage", str(versions.folder), "--wheel", str(wheel)]
    command += ["--packages", str(packages)] if packages else []
    process = subprocess.run(command, stdout=subprocess.PIPE, text=True, timeout=STAGE_S)
    if process.returncode:
        raise DeviceError(UpdateFault.NOT_STAGED, wheel=wheel.name)
    return Path(process.stdout.splitlines()[-1]).name


def _refresh(version: Path) -> None:
    """Sets up udev rules, groups and units for a version."""
    script = version / "units" / "install.sh"
    process = subprocess.run(["sh", str(script), "--refresh"], timeout=STAGE_S)
    if process.returncode:
        raise DeviceError(UpdateFault.NOT_REFRESHED, script=str(script))
