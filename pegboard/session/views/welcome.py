"""Data for the home screen and the new-game dialog.

It describes this board in plain words, and contains the rule options and the last setups.
"""

from collections.abc import Mapping, Sequence

from pegboard.board.color import OKABE_ITO
from pegboard.config import GameConfig
from pegboard.cribbage.rules import MATCH_TABLES, TARGETS, WRONG_CALLS, Rules
from pegboard.devices.notices import is_simulated, without_password
from pegboard.errors import NotationError
from pegboard.i18n import Message, _
from pegboard.kinds import MODES, kind_of
from pegboard.learn.rulebook.options import OPTIONS as MEANINGS
from pegboard.notice import Notice
from pegboard.players import FOR_PEOPLE
from pegboard.players.adaptive import ADAPTIVE
from pegboard.schema.setup import COLORS, OPTIONS
from pegboard.schema.setup_request import (
    SetupRequest,
    is_default_name,
    parse_setup,
    request_for,
    setup_as_json,
)
from pegboard.session.board_choice import BoardChoice
from pegboard.session.feed.types import JsonObject

PEOPLES_MODES = tuple(mode for mode in MODES if kind_of(mode).has_people)
TABLES = (Rules(), Rules(players=3), Rules(players=4), Rules(players=4, partners=True))
"""Table sizes: number of players, and whether they form sides of two."""


def welcome(
    devices: Sequence[Notice],
    boards: BoardChoice,
    usual: GameConfig,
    remembered: Mapping[str, SetupRequest],
) -> JsonObject:
    """Returns the message of `/api/welcome`.

    Args:
        devices: notices about the strip, the buttons and the camera.
        boards: layout in use.
        usual: defaults of a new game.
        remembered: the last request of each mode.

    Returns:
        `found` (what hardware there is, each with `name`, `ok`, `simulated`, `text`), `board`
        (`layout`, `tracks`), `colors`, `levels`, `targets`, `tables` (each with `key`, `players`,
        `partners`, and by seat the side it plays for in `sides`), `options` (each with `name`,
        `values`, `usual`, `text`), and `setups`: for each mode the command that repeats the last
        setup. `named` tells for each seat whether a person gave it its name, `played`
        whether there was an earlier game, and `regulars` are the names to suggest.
    """
    setups = {
        mode: _request(SetupRequest(mode), remembered.get(mode), usual, boards.tracks)
        for mode in PEOPLES_MODES
    }
    return {
        "found": [_found(device, boards.layout.length) for device in devices],
        "board": {"layout": boards.layout.name, "tracks": boards.tracks},
        "colors": [
            {"name": name, "color": str(OKABE_ITO.tracks[n])} for n, name in enumerate(COLORS)
        ],
        "levels": [*FOR_PEOPLE, ADAPTIVE],
        "targets": list(TARGETS),
        "tables": [_table(rules) for rules in TABLES],
        "options": [_option(name) for name in ("players", "partners", "target", *OPTIONS)],
        "setups": setups,
        "regulars": list(usual.regulars),
        "played": {mode: mode in remembered for mode in PEOPLES_MODES},
        "named": {
            mode: [not is_default_name(name) for name in setup["names"]]
            for mode, setup in setups.items()
        },
    }


def _request(
    usual: SetupRequest, last: SetupRequest | None, defaults: GameConfig, tracks: int
) -> JsonObject:
    """Returns the last setup request as JSON if it fits this board, otherwise the default one."""
    if last is not None:
        try:
            setup = parse_setup(last, defaults)
            if setup.rules.sides <= tracks:
                return setup_as_json(request_for(setup))
        except NotationError:
            pass
    return setup_as_json(request_for(parse_setup(usual, defaults)))


def _table(rules: Rules) -> JsonObject:
    """Returns a table size as JSON."""
    return {
        "key": "partners" if rules.partners else str(rules.players),
        "players": rules.players,
        "partners": rules.partners,
        "sides": [rules.side_of(seat) for seat in range(rules.players)],
    }


def _option(name: str) -> JsonObject:
    """Returns a rule option as JSON."""
    usual = getattr(Rules(), name)
    choices = {
        "match": MATCH_TABLES,
        "players": (2, 3, 4),
        "target": tuple(TARGETS),
        "wrong_call": WRONG_CALLS,
    }
    values = choices.get(name, (False, True) if isinstance(usual, bool) else ())
    return {
        "name": name,
        "values": list(values),
        "usual": list(usual) if isinstance(usual, tuple) else usual,
        "text": MEANINGS[name].meaning,
    }


def _found(device: Notice, leds: int) -> JsonObject:
    """Returns a device as JSON, with a description in plain words."""
    return {
        "name": device.name,
        "ok": device.is_ok,
        "simulated": is_simulated(device.address) and not _is_folder(device.address),
        "text": describe_device(device, leds),
        "says": "" if device.is_ok else device.sentence,
    }


def _is_folder(address: str) -> bool:
    """Returns whether the camera is replaced by a folder of the user's own pictures."""
    return is_simulated(address) and address.startswith("files:") and address != "files:"


def describe_device(device: Notice, leds: int = 0) -> Message:
    """Returns a description of a device in plain words, without its technical address.

    Args:
        device: notice of the device; a failing one is not described as ready.
        leds: number of LEDs on the strip.
    """
    scheme = device.address.partition(":")[0]
    match device.name, scheme:
        case "strip", _ if is_simulated(device.address):
            return _("The board is drawn on this page")
        case "strip", "serial":
            return _("Strip with {leds} LEDs, on the USB board", leds=leds)
        case "strip", "spi" | "ws281x":
            return _("Strip with {leds} LEDs, on this Raspberry Pi", leds=leds)
        case "buttons", "keyboard":
            return _("Buttons on a keyboard")
        case "buttons", _ if is_simulated(device.address) or scheme == "script":
            return _("Buttons on this page")
        case "buttons", "serial":
            return _("Buttons on the USB board")
        case "buttons", _:
            return _("Buttons on this Raspberry Pi")
        case "camera", "files" if _is_folder(device.address):
            return _("Pictures of a folder to count")
        case "camera", _ if is_simulated(device.address):
            return _("Sample pictures to count")
        case "camera", "picamera":
            return _("Raspberry Pi camera ready") if device.is_ok else _("Raspberry Pi camera")
        case "camera", "v4l":
            return _("USB camera ready") if device.is_ok else _("USB camera")
        case "camera", _:
            return _("Network camera ready") if device.is_ok else _("Network camera")
    return _("{what}: {address}", what=device.name, address=without_password(device.address))
