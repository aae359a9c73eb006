"""`pegboard run`: the service, until Ctrl-C or SIGTERM."""

import asyncio
import gc
import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pegboard.cli.backup import places
from pegboard.cli.line import ConfigFile, StateFolder
from pegboard.config import Config, load
from pegboard.errors import ConfigError, DeviceError, PegboardError
from pegboard.host import logfmt
from pegboard.ops.safe_mode import SafeMode, Starts, salvage, without_devices
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
    logfmt.start("auto")
    become_owner(_folder(config, state))
    again = True
    try:
        while again:
            base, wrong = _read(config, state, safe=safe)
            effective = changed(base, simulated=simulated, demo=demo, port=port, state=state)
            logfmt.start(effective.log.level)
            ended = _run(effective, config, wrong, safe=safe, keep=not simulated)
            # What was asked for on the command line was asked for once.
            again, port, safe = ended.must_restart, ended.port, False if safe is False else None
    except (ConfigError, DeviceError) as error:
        print(f"pegboard: {named(error, config)}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


def _folder(config: Path | None, state: Path | None) -> Path:
    """Returns the state folder: the usual one if a wrong configuration cannot say which."""
    try:
        return places(config, state)[0]
    except ConfigError:
        return state_folder(Config())


def _read(
    file: Path | None, state: Path | None, *, safe: bool | None
) -> tuple[Config, ConfigError | None]:
    """Returns the configuration and its error; with an error, the usable parts of the file.

    Under systemd a board whose configuration cannot be read would only be started again and again,
    so there it starts in safe mode, where its page can say what is wrong.
    """
    try:
        return (load(file) if file else Config()), None
    except ConfigError as error:
        if file is None or not (safe or (safe is None and os.environ.get("NOTIFY_SOCKET"))):
            raise
        found = salvage(file, state or state_folder(Config()))
        return found, error


def _run(
    config: Config, file: Path | None, wrong: ConfigError | None, *, safe: bool | None, keep: bool
) -> "RunResult":
    """Runs the service once.

    Args:
        config: the effective configuration.
        file: where it was read.
        wrong: what is wrong with that file.
        safe: see `run_command`.
        keep: whether a start that fails is remembered.
    """
    gc.disable()  # imports leave no garbage, and to look for some takes a tenth of a start
    from pegboard.service.operations import Start
    from pegboard.service.run import serve  # the web server is imported only to serve

    gc.freeze()
    gc.enable()

    starts = Starts(state_folder(config)) if keep else None
    before = starts.begin() if starts else None
    why: PegboardError | None = None
    if wrong is not None:
        why = PegboardError(SafeMode.NO_CONFIG, why=wrong)
    elif safe:
        why = PegboardError(SafeMode.ASKED)
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
            starts.well()  # a person has seen the error: the start did not fail unseen
        raise
    if starts and not ended.must_restart:
        starts.well()
    return ended


def named(error: Exception, config: Path | None) -> str:
    """Returns the error's text, preceded by the file's name if the file is at fault."""
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
