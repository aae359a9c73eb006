"""`pegboard identity`: prints or renews this board's identity at an MQTT broker."""

from typing import Annotated

import typer

from pegboard.cli.backup import locations, report_unusable
from pegboard.cli.line import ConfigFile, StateFolder
from pegboard.errors import PegboardError
from pegboard.ops.board_id import board_id, renew_board_id
from pegboard.storage.paths import become_owner


def identity_command(
    renew: Annotated[
        bool, typer.Option("--new", help="Make a new one: for a board whose card is a copy.")
    ] = False,
    config: ConfigFile = None,
    state: StateFolder = None,
) -> int:
    """Prints the identity.

    Returns:
        The exit code: 0, or 2 where the state folder or the configuration cannot be used.
    """
    try:
        folder = locations(config, state)[0]
        become_owner(folder)
        print(renew_board_id(folder) if renew else board_id(folder))
    except (OSError, PegboardError) as error:
        return report_unusable("identity", error)
    if renew:
        print("Restart the board, so that the broker knows it by this name.")
    return 0
