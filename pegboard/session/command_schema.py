"""The shape of what clients send, told in one place. No meaning: that is the service's."""

import json
from collections.abc import Callable
from typing import Any

from pegboard.session.feed.types import Message

MESSAGE_BYTES = 16 * 1024
"""The largest message, and the largest body, that is read."""

MODES = ("score", "computer", "demo")


class BadMessage(ValueError):
    """A message that is not one; the text says why, in plain words."""


def parse(raw: str | bytes) -> Message:
    """One message from its JSON text.

    Raises:
        BadMessage: too long, not JSON, not an object, or with half a character in it.
    """
    if len(raw) > MESSAGE_BYTES:
        raise BadMessage(f"the message is longer than {MESSAGE_BYTES} bytes")
    try:
        message = json.loads(raw, parse_constant=_no_constant)
        # A lone surrogate passes json.loads but no disk and no page could take it.
        json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise BadMessage("the message is not JSON") from None
    if not isinstance(message, dict):
        raise BadMessage("the message is not a JSON object")
    return message


def fault(message: Message) -> str | None:
    """What is wrong with a message's shape, in plain words, or None."""
    if not _is_text(message.get("id"), 64):
        return "id: a command needs an id that its client made up, 1 to 64 characters"
    seen = message.get("seq", 0)
    if type(seen) is not int or not 0 <= seen < 10**9:
        return "seq: the number of entries that the client has seen"
    if not isinstance(message.get("game", ""), str):
        return "game: the id of the game that the client has seen"
    verbs = [verb for verb in _VERBS if verb in message]
    if len(verbs) != 1:
        known = ", ".join(_VERBS)
        return f"a command says exactly one of {known}; this one says {verbs or 'none of them'}"
    return _VERBS[verbs[0]](message)


def ack(ident: object, error: str | None = None) -> Message:
    """The answer to a command: done, or why not."""
    base: Message = {"type": "ack", "id": ident if isinstance(ident, str) else None}
    return base | ({"ok": True} if error is None else {"ok": False, "error": error})


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a JSON number")


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= most


def _is_seat(value: object) -> bool:
    return type(value) is int and 0 <= value < 4


def _texts(value: object, fewest: int, most: int, length: int) -> bool:
    return (
        isinstance(value, list)
        and fewest <= len(value) <= most
        and all(_is_text(text, length) for text in value)
    )


def _press(message: Message) -> str | None:
    ok = _is_text(message["press"], 8)
    return None if ok else 'press: a button\'s name is missing, like "0+5" or "ok"'


def _action(message: Message) -> str | None:
    ok = _is_text(message["action"], 200)
    return None if ok else 'action: a line of a game record is missing, like "peg 0 4"'


def _new(message: Message) -> str | None:
    new: Any = message["new"]
    if not isinstance(new, dict):
        return "new: an object with mode, names, target and dealer is missing"
    if new.get("mode") not in MODES:
        return f"new.mode: one of {', '.join(MODES)} is missing"
    if "names" in new and not _texts(new["names"], 2, 4, 24):
        return "new.names: two to four names of 1 to 24 characters"
    if "target" in new and not (type(new["target"]) is int and 1 <= new["target"] <= 121):
        return "new.target: a whole number, 121 or 61"
    if "level" in new and not _is_text(new["level"], 16):
        return 'new.level: a level like "club"'
    if "phrase" in new and not (new["phrase"] == "" or _is_text(new["phrase"], 64)):
        return "new.phrase: a text of up to 64 characters"
    if "players" in new and not (type(new["players"]) is int and 2 <= new["players"] <= 4):
        return "new.players: 2, 3 or 4"
    if "partners" in new and not isinstance(new["partners"], bool):
        return "new.partners: true or false"
    for word in ("colors", "seats"):
        if word in new and not (new[word] == [] or _texts(new[word], 1, 4, 16)):
            return f"new.{word}: up to four words"
    for word in ("rules", "match"):
        if new.get(word) is not None and not isinstance(new[word], dict):
            return f"new.{word}: an object"
    if "dealer" in new and not _is_seat(new["dealer"]):
        return "new.dealer: a seat's number, 0 is the first"
    return None


def _back(message: Message) -> str | None:
    back: Any = message["back"]
    ok = isinstance(back, dict) and all(
        type(back.get(key)) is int and 0 <= back[key] < 1_000_000 for key in ("to", "seq")
    )
    return None if ok else "back: to, how many actions stay, and seq, of the state that was seen"


def _flag(verb: str) -> Callable[[Message], str | None]:
    def check(message: Message) -> str | None:
        return None if message[verb] is True else f"{verb}: must be true"

    return check


def _cards(message: Message) -> str | None:
    if not _texts(message["cards"], 1, 6, 3):
        return 'cards: a list of cards is missing, like ["5H", "JS"]'
    starter = message.get("starter")
    ok = starter is None or _is_text(starter, 3)
    return None if ok else 'starter: a card like "5S", or null'


def _accept(message: Message) -> str | None:
    if message["accept"] is not True:
        return "accept: must be true"
    if message.get("seat") is not None and not _is_seat(message["seat"]):
        return "seat: a seat's number, or null"
    ok = isinstance(message.get("crib", False), bool)
    return None if ok else "crib: true or false"


def _change(message: Message) -> str | None:
    change: Any = message["change"]
    if not isinstance(change, dict):
        return "change: an object is missing that says what is wrong with the offered hand"
    if "starter" in change:
        ok = _is_text(change["starter"], 3)
        return None if ok else 'change.starter: a card like "5S"'
    if "seat" in change:
        ok = _is_seat(change["seat"]) and isinstance(change.get("crib"), bool)
        return None if ok else "change.seat: a seat's number, and crib: true or false"
    given = [change.get("card"), change.get("to")]
    ok = any(given) and all(card is None or _is_text(card, 3) for card in given)
    return None if ok else 'change: card and to, cards like "5H", one of them may be null'


def _sit(message: Message) -> str | None:
    return None if _is_seat(message["sit"]) else "sit: a seat's number, 0 is the first"


def _show(message: Message) -> str | None:
    ok = message["show"] is None or _is_seat(message["show"])
    return None if ok else "show: a seat's number, or null to cover all hands"


def _give(message: Message) -> str | None:
    give: Any = message["give"]
    if not isinstance(give, dict) or not _is_seat(give.get("seat")) or "to" not in give:
        return "give: an object with seat, a number, and to, a device's id or null"
    ok = give["to"] is None or _is_text(give["to"], 16)
    return None if ok else "give.to: a device's id, or null for the board"


_VERBS: dict[str, Callable[[Message], str | None]] = {
    "press": _press,
    "action": _action,
    "new": _new,
    "resume": _flag("resume"),
    "back": _back,
    "count": _flag("count"),
    "cards": _cards,
    "accept": _accept,
    "change": _change,
    "save": _flag("save"),
    "hold": _flag("hold"),
    "dismiss": _flag("dismiss"),
    "sit": _sit,
    "stand": _flag("stand"),
    "give": _give,
    "show": _show,
}
