"""`pegboard run`: the service, until Ctrl-C or SIGTERM."""

import asyncio
import logging
import sys
from dataclasses import replace
from pathlib import Path

from pegboard.config import Config, load
from pegboard.errors import ConfigError, DeviceError


def run_command(
    config: Path | None,
    *,
    simulated: bool = False,
    demo: bool | None = None,
    port: int | None = None,
    state: Path | None = None,
    pace: float | None = None,
) -> int:
    """Runs the service with a configuration and what the command line changes of it.

    Returns:
        The exit code: 0 after a clean stop, 2 where it cannot start.
    """
    logging.basicConfig(format="%(levelname)s %(name)s: %(message)s", level=logging.WARNING)
    try:
        effective = changed(
            load(config) if config else Config(),
            simulated=simulated,
            demo=demo,
            port=port,
            state=state,
            pace=pace,
        )
        from pegboard.service import serve  # the web server is imported only to serve

        asyncio.run(serve(effective, say))
    except (ConfigError, DeviceError) as error:
        print(f"pegboard: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


def changed(
    config: Config,
    *,
    simulated: bool = False,
    demo: bool | None = None,
    port: int | None = None,
    state: Path | None = None,
    pace: float | None = None,
) -> Config:
    """The configuration with what the command line says instead."""
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
    """One line for whoever started the service."""
    print(line, flush=True)
