"""`pegboard rollback`: returns to the previously installed version."""

from typing import Annotated

import typer

from pegboard.cli.update import Anyway, exclusively, installed, new_switch, run_switch


def rollback_command(
    restore: Annotated[
        bool,
        typer.Option("--restore", help="Restore the games from before the update, if necessary."),
    ] = False,
    anyway: Anyway = False,
) -> int:
    """Returns to the previous version.

    Returns:
        The exit code: 0; 1 if it was refused; 2 where it is impossible.
    """

    def do() -> str:
        with exclusively():
            versions = new_switch(installed(), anyway=anyway)
            versions.finish_interrupted()
            return f"{versions.rollback(restore=restore)} is running again."

    return run_switch("rollback", do, remember=False)
