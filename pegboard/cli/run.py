"""`pegboard run`: runs the service until Ctrl-C or SIGTERM."""

import asyncio
import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pegboard.cli.backup import locations
from pegboard.cli.line import ConfigFile, StateFolder
from pegboard.config import Config, load_config
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.host import logfmt
from pegboard.ops.safe_mode import SafeMode, StartRecord, salvage, without_devices
from pegboard.storage.paths import become_owner, state_folder

if TYPE_CHECKING:
    from pegboard.service.run import RunResult


def run_command(
    config: ConfigFile = None,
    simulated: Annotated[
        bool, typer.Option("--simulated", help="Simulate the LEDs, buttons and camera.")
    ] = False,
    demo: Annotated[
        bool | None, typer.Option("--demo/--no-demo", help="Play until someone takes over.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port of the web page.")
    ] = None,
    state: StateFolder = None,
    safe: Annotated[
        bool | None,
        typer.Option(
            "--safe/--no-safe", help="Start without devices (automatic after two failed starts)."
        ),
    ] = None,
) -> int:
    """Runs the service with a configuration and the changes from the command line.

    Returns:
        The exit code: 0 after a clean stop, 2 if it cannot start.
    """
    logfmt.configure_logging("auto")
    become_owner(_folder(config, state))
    again = True
    try:
        while again:
            base, wrong = _read(config, state, safe=safe)
            effective = changed(base, simulated=simulated, demo=demo, port=port, state=state)
            logfmt.configure_logging(effective.log.level)
            ended = _run(effective, config, wrong, safe=safe, record=not simulated)
            # an option given on the command line does not apply after a restart
            again, port, safe = ended.must_restart, ended.port, False if safe is False else None
    except (ConfigError, DeviceError) as error:
        print(f"pegboard: {named(error, config)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


def _folder(config: Path | None, state: Path | None) -> Path:
    """Returns the state folder; the default one if the configuration is invalid."""
    try:
        return locations(config, state)[0]
    except ConfigError:
        return state_folder(Config())


def _read(
    file: Path | None, state: Path | None, *, safe: bool | None
) -> tuple[Config, ConfigError | None]:
    """Reads the configuration; returns it, or its usable parts and the error.

    Under systemd a board with an invalid configuration would be restarted again and again, so it
    starts in safe mode there, and its page reports the error.
    """
    try:
        return (load_config(file) if file else Config()), None
    except ConfigError as error:
        if file is None or not (safe or (safe is None and os.environ.get("NOTIFY_SOCKET"))):
            raise
        usable = salvage(file, state or state_folder(Config()))
        return usable, error


def _run(
    config: Config, file: Path | None, wrong: ConfigError | None, *, safe: bool | None, record: bool
) -> "RunResult":
    """Runs the service once.

    Args:
        config: effective configuration.
        file: path of the configuration file.
        wrong: error in that file; None if it is valid.
        safe: see `run_command`.
        record: True to record failed starts, for safe mode.
    """
    gc.disable()  # imports leave no garbage, and collection would take a tenth of the start-up time
    from pegboard.service.operations import Start
    from pegboard.service.run import serve  # imports the web server

    gc.freeze()
    gc.enable()

    starts = StartRecord(state_folder(config)) if record else None
    before = starts.record_start() if starts else None
    why: PegboardError | None = None
    if wrong is not None:
        why = PegboardError(SafeMode.NO_CONFIG, why=wrong)
    elif safe:
        why = PegboardError(SafeMode.REQUESTED)
    elif safe is None and before is not None:
        why = PegboardError(before)
    if why is not None:
        say(f"Safe mode, because {why}.")
        config = without_devices(config)
    try:
        ended = asyncio.run(
            serve(config, say, config_file=file, start=Start(starts, why, fault=wrong))
        )
    except (ConfigError, DeviceError, KeyboardInterrupt):
        if starts and not os.environ.get("NOTIFY_SOCKET"):
            starts.record_success()  # a person saw the error, so the start does not count as failed
        raise
    if starts and not ended.must_restart:
        starts.record_success()
    return ended


def named(error: Exception, config: Path | None) -> str:
    """Returns the text of an error, preceded by the file's name if that is at fault."""
    if config is None or not isinstance(error, ConfigError) or "file" in error.facts:
        return str(error)
    return f"{config}: {error}"


def changed(
    config: Config,
    *,
    simulated: bool = False,
    demo: bool | None = None,
    port: int | None = None,
    state: Path | None = None,
    pace: float | None = None,
) -> Config:
    """Returns the configuration with the changes from the command line."""
    if simulated:
        config = replace(
            config,
            board=replace(config.board, strip="memory:"),
            buttons=replace(config.buttons, source="gpio:mock"),
            camera=replace(config.camera, source="files:"),
        )
    game, web = config.game, config.web
    if demo is not None:
        game = replace(game, demo=demo)
    if pace is not None:
        game = replace(game, pace_s=pace)
    if port is not None:
        web = replace(web, port=port)
    if state is not None:
        config = replace(config, state=str(state))
    return replace(config, game=game, web=web)


def say(line: str) -> None:
    """Prints a line for the person who started the service."""
    print(line, flush=True)
