"""`pegboard hall join`: lets this board send its games to a hall."""

import sys
from typing import Annotated

import typer

from pegboard.cli.backup import locations
from pegboard.cli.line import ConfigFile, StateFolder, print_lines
from pegboard.config import Config, load_config
from pegboard.errors import PegboardError, WireError
from pegboard.hall_client.join import join_hall
from pegboard.hall_client.link_state import board_name
from pegboard.storage.paths import become_owner

DONE, REFUSED, UNUSABLE = 0, 1, 2


def join_command(
    url: Annotated[str, typer.Argument(help="Address of the hall, http://HOST:PORT.")],
    code: Annotated[str, typer.Argument(help="Code that the director's page shows.")],
    name: Annotated[str, typer.Option(help="What the hall is to call this board.")] = "",
    config: ConfigFile = None,
    state: StateFolder = None,
) -> int:
    """Joins a hall; the board that runs there connects by itself.

    Returns:
        The exit code: 0; 1 if the hall refuses; 2 if it does not answer.
    """
    try:
        folder = locations(config, state)[0]
        become_owner(folder)
        default_name = board_name((load_config(config) if config else Config()).hall)
        joined = join_hall(folder, url, code, name or default_name).hall
    except (OSError, PegboardError) as error:
        reason = error.facts.get("says", error) if isinstance(error, WireError) else error
        print_lines(f"pegboard hall join: {reason}", to=sys.stderr)
        return REFUSED if isinstance(error, WireError) else UNUSABLE
    print(f"joined {joined.url} (its key: {joined.hall[:12]})")
    return DONE
