"""`pegboard hall run`: runs a hall until Ctrl-C or SIGTERM."""

import asyncio
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from pegboard.cli.line import ConfigFile, print_lines
from pegboard.errors import PegboardError
from pegboard.hall.service.config import HallConfig, load_hall
from pegboard.host import logfmt

DONE, UNUSABLE = 0, 2


def run_command(
    config: ConfigFile = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder of the hall, made if it is not there.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="Port for boards and pages.")
    ] = None,
    bind: Annotated[
        str | None, typer.Option(help="Address to listen on: 0.0.0.0 for your network.")
    ] = None,
) -> int:
    """Runs a hall with a configuration and the changes from the command line.

    Returns:
        The exit code: 0 after a clean stop, 2 if it cannot start.
    """
    from pegboard.service.hall import serve  # imports the web server

    logfmt.configure_logging("auto")
    try:
        chosen = load_hall(config) if config else HallConfig()
        web = chosen.web
        web = replace(web, port=web.port if port is None else port, host=bind or web.host)
        chosen = replace(chosen, web=web, folder=str(folder) if folder else chosen.folder)
        show_pin = sys.stdout.isatty()  # under systemd, for example, the PIN would stay in the log
        say = partial(print, flush=True)
        asyncio.run(serve(chosen, say, config, show_pin=show_pin))
    except (OSError, PegboardError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else error
        print_lines(f"pegboard hall run: {reason}", to=sys.stderr)
        return UNUSABLE
    except KeyboardInterrupt:
        pass
    return DONE
