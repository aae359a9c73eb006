"""What OK does now: one table. Its first row that applies gives the action.

The prompt, and what the page writes on the button, come from the same rows: a row that has none
leaves it to the next row that applies. Points that were entered come before all rows but those
that act at once: see `pegboard.controls`. The tables and paragraphs of the documentation
are made from `when`, `does` and `LABELS`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from pegboard.errors import IllegalAction
from pegboard.notice import Level, Notice
from pegboard.session.codes import Refusal, Told
from pegboard.session.counting.offer import Offer
from pegboard.session.feed.viewer import AT_BOARD, Sender
from pegboard.session.parts import Parts
from pegboard.session.schema.vocabulary import Ok
from pegboard.session.views.next_step import (
    addressed,
    has_won,
    next_deal,
    offered,
    shown_hand,
    what_next,
)
from pegboard.session.watching.question import Asked

Action = Callable[[Parts, Sender], Awaitable[None]]
Prompt = Callable[[Parts, int | None], str | None]
"""Gets the one seat whose person reads it, and is addressed; None for several people."""

LABELS: Mapping[Ok, str] = {
    "peg": "pegs the hand on offer",
    "yes": "says yes to a question",
    "let-go": "lets go what a claim left out",
    "continue": "continues with the next hand of a show or with the next deal",
    "next-game": "begins the next game",
    "next-match": "begins the next match",
}
"""What the page writes on the button, by its code; nothing for an empty one."""


@dataclass(frozen=True, slots=True)
class OkRow:
    """One row.

    Attributes:
        when: the condition in words.
        does: what OK does then, in words.
        applies: the condition.
        action: executes it.
        label: of the button; None leaves it to the next row.
        prompt: the sentence that says so; None, or one that returns None, leaves it to the next
            row.
        is_at_once: whether it is done before points that were entered are pegged.
    """

    when: str
    does: str
    applies: Callable[[Parts, Sender], bool]
    action: Action
    label: Ok | None = None
    prompt: Prompt | None = None
    is_at_once: bool = False


async def _answer_switch(parts: Parts, sender: Sender) -> None:
    parts.switch_question.answer(is_yes=True)


async def _answer_pack(parts: Parts, sender: Sender) -> None:
    parts.pack.answer(is_yes=True)


async def _let_in(parts: Parts, sender: Sender) -> None:
    asking = parts.pairing.invited
    if asking is not None:
        device = await parts.pairing.accept(asking.id)
        parts.notices.tell(
            Notice.tell(Told.MAY_PLAY, about="devices", level=Level.INFO, other=device.name)
        )


async def _play_by_ear(parts: Parts, sender: Sender) -> None:
    if parts.by_ear is not None:
        await parts.by_ear.confirm(sender.by)


async def _take_offer(parts: Parts, sender: Sender) -> None:
    offer = await parts.counting.yes()
    if offer is None:
        return
    if offer.asks == "claim":
        await parts.counting.claim(offer, 0, by=sender.by)
    else:
        await parts.counting.accept(offer, by=sender.by)


async def _answer_camera(parts: Parts, sender: Sender) -> None:
    if parts.watching.question is not None:
        parts.watching.answer(parts.watching.question.id)


async def _nothing(parts: Parts, sender: Sender) -> None:
    pass


async def _next_hand(parts: Parts, sender: Sender) -> None:
    """Tells the next hand of the show; after the last one the computer may deal."""
    parts.show.next()
    if parts.show.now is None and parts.opponents.awaiting_ack:
        await _acknowledge(parts, sender)


async def _refuse_unsigned(parts: Parts, sender: Sender) -> None:
    raise IllegalAction(Refusal.SIGN_FIRST)


async def _deal_far(parts: Parts, sender: Sender) -> None:
    await parts.far.deal()


async def _invite_again(parts: Parts, sender: Sender) -> None:
    await parts.far.again()


async def _own_game(parts: Parts, sender: Sender) -> None:
    await parts.lobby.take_over()


async def _next_game(parts: Parts, sender: Sender) -> None:
    if parts.table.kind.has_people:
        await parts.lobby.next_game()


async def _acknowledge(parts: Parts, sender: Sender) -> None:
    parts.opponents.acknowledge()
    parts.updates.changed()


def _offers(condition: Callable[[Offer], bool]) -> Callable[[Parts, Sender], bool]:
    """Returns a condition that holds if a hand is on offer, and this holds for it."""

    def applies(parts: Parts, sender: Sender) -> bool:
        offer = parts.counting.offer
        return offer is not None and condition(offer)

    return applies


def _offered(parts: Parts, reader: int | None) -> str | None:
    offer = parts.counting.offer
    return None if offer is None else offered(offer, parts.table.names)


def _camera_question(parts: Parts, reader: int | None) -> str | None:
    question = parts.watching.question
    return None if question is None else question.text(parts.table.names)


def _has_question(parts: Parts, sender: Sender) -> bool:
    return parts.watching.question is not None


def _is_crib_unread(parts: Parts, sender: Sender) -> bool:
    question = parts.watching.question
    return question is not None and question.code is Asked.UNREAD


def _far_prompt(parts: Parts, reader: int | None) -> str | None:
    return parts.far.prompt(addressed(parts.table.names, reader))


def _won(parts: Parts, reader: int | None) -> str | None:
    return (
        parts.signing.prompt()
        or _far_prompt(parts, reader)
        or has_won(parts.table.state, addressed(parts.table.names, reader))
    )


def _is_over(parts: Parts, sender: Sender) -> bool:
    return parts.table.state.over


def _is_match_over(parts: Parts, sender: Sender) -> bool:
    match = parts.lobby.match
    return _is_over(parts, sender) and match is not None and match.over


OK = (
    OkRow(
        "the board asks whether phones on the network may open the page",
        "says yes; only at the board itself",
        lambda parts, sender: sender.viewer.is_at_board and bool(parts.switch_question.switch),
        _answer_switch,
        is_at_once=True,
    ),
    OkRow(
        "the board asks which pack lies there",
        "says yes; only at the board itself",
        lambda parts, sender: sender.viewer.is_at_board and bool(parts.pack.question),
        _answer_pack,
        prompt=lambda parts, reader: parts.pack.prompt,
        is_at_once=True,
    ),
    OkRow(
        "a device that knew the code asks to play",
        "lets it in; not from a player's own device",
        lambda parts, sender: sender.viewer.role == "board" and parts.pairing.invited is not None,
        _let_in,
    ),
    OkRow(
        "somebody plays by ear, and it is their turn",
        "does what they have chosen, or says what there is to choose",
        lambda parts, sender: parts.by_ear is not None and parts.by_ear.is_asked,
        _play_by_ear,
    ),
    OkRow(
        "the starter of a counted hand is another than that of the deal",
        "takes that of the deal",
        _offers(lambda offer: offer.asks == "known"),
        _take_offer,
        "",
        _offered,
    ),
    OkRow(
        "a counted hand has a fault",
        "is refused with the fault",
        _offers(lambda offer: offer.problem is not None),
        _take_offer,
        "",
        _offered,
    ),
    OkRow(
        "a card of a counted hand is in doubt",
        "confirms the card",
        _offers(lambda offer: bool(offer.doubtful)),
        _take_offer,
        "yes",
        _offered,
    ),
    OkRow(
        "the points of a counted hand are to be claimed",
        "asks for them; pressed again, it claims none",
        _offers(lambda offer: offer.asks == "claim"),
        _take_offer,
        "",
        _offered,
    ),
    OkRow(
        "what a claim left out may be called",
        "lets it go",
        _offers(lambda offer: offer.asks == "missed"),
        _take_offer,
        "let-go",
        _offered,
    ),
    OkRow(
        "a claimed hand is shown",
        "puts it away",
        _offers(lambda offer: offer.claimed is not None),
        _take_offer,
        "continue",
        _offered,
    ),
    OkRow(
        "a counted hand is on offer",
        "pegs it",
        _offers(lambda offer: True),
        _take_offer,
        "peg",
        _offered,
    ),
    OkRow(
        "the camera has not read the crib",
        "continues without it",
        _is_crib_unread,
        _answer_camera,
        "continue",
        _camera_question,
    ),
    OkRow(
        "the camera asks about what it saw",
        "says yes",
        _has_question,
        _answer_camera,
        "yes",
        _camera_question,
    ),
    OkRow(
        "a show reached its next hand by itself a moment ago",
        "does nothing: the press was meant for that",
        lambda parts, sender: parts.show.just_rested,
        _nothing,
    ),
    OkRow(
        "a show is told",
        "tells its next hand",
        lambda parts, sender: parts.show.now is not None,
        _next_hand,
        "continue",
        lambda parts, reader: shown_hand(parts.show.now, parts.table.names),
    ),
    OkRow(
        "the score cards of an event are to be signed",
        "is refused: each player signs with their own +1",
        lambda parts, sender: bool(parts.signing.waits_for),
        _refuse_unsigned,
        "",
        lambda parts, reader: parts.signing.prompt(),
    ),
    OkRow(
        "this board is to deal in a game with another board",
        "deals",
        lambda parts, sender: parts.far.may_deal,
        _deal_far,
        "continue",
        _far_prompt,
    ),
    OkRow(
        "a game with another board is over",
        "asks for another game",
        lambda parts, sender: parts.table.kind.is_remote and parts.table.state.over,
        _invite_again,
        "next-game",
        _won,
    ),
    OkRow(
        "the sample deal has been counted",
        "begins a game of people's own",
        lambda parts, sender: parts.sample.is_over,
        _own_game,
        "",
        lambda parts, reader: parts.sample.prompt,
    ),
    OkRow("a match is over", "begins the next", _is_match_over, _next_game, "next-match", _won),
    OkRow("a game is over", "begins the next", _is_over, _next_game, "next-game", _won),
    OkRow(
        "the computer waits until people have looked",
        "lets it count or deal",
        lambda parts, sender: parts.opponents.awaiting_ack,
        _acknowledge,
        "continue",
        lambda parts, reader: next_deal(parts.table),
    ),
)


async def confirm(parts: Parts, sender: Sender, *, at_once: bool = False) -> bool:
    """Does what OK does now.

    Args:
        parts: of the session.
        sender: who pressed it.
        at_once: whether only what comes before points that were entered is done.

    Returns:
        True if it did something.
    """
    for row in OK:
        if (row.is_at_once or not at_once) and row.applies(parts, sender):
            await row.action(parts, sender)
            return True
    return False


def label_for(parts: Parts) -> Ok:
    """Returns what the page writes on the button."""
    labels = (row.label for row in OK if row.label is not None and row.applies(parts, AT_BOARD))
    return next(labels, "")


def prompt_for(parts: Parts, reader: int | None = None) -> str:
    """Returns the prompt: what OK does now, or else the next step of the game.

    Args:
        parts: of the session.
        reader: the one seat whose person reads it, and is addressed; None for several people.
    """
    for row in OK:
        if row.prompt is not None and row.applies(parts, AT_BOARD):
            prompt = row.prompt(parts, reader)
            if prompt:
                return prompt
    computers = parts.lobby.setup.computers
    step = what_next(parts.table, computers=computers, watching=parts.watching, reader=reader)
    return _far_prompt(parts, reader) or step
