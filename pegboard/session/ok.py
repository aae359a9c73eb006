"""Decision table of the OK button: the first row that applies gives the action.

The prompt and the button's label come from the same rows; a row without one defers to the next that
applies. Pending points take precedence over all rows except immediate ones. The documentation is
generated from `when`, `does` and `LABELS`.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

from pegboard.errors import IllegalAction
from pegboard.notice import Level, Notice
from pegboard.pairing.viewer import AT_BOARD, Sender
from pegboard.schema.vocabulary import Ok
from pegboard.session.codes import Refusal, SessionNotice
from pegboard.session.counting.offer import Offer
from pegboard.session.parts import Parts
from pegboard.session.views import next_step
from pegboard.session.watching.question import QuestionCode

LABELS: Mapping[Ok, str] = {
    "peg": "pegs the hand on offer",
    "yes": "says yes to a question",
    "let-go": "waives the points that a claim missed",
    "continue": "continues with the next hand of a show or with the next deal",
    "next-game": "begins the next game",
    "next-match": "begins the next match",
}
"""Meaning of the button's label codes; an empty code shows no label."""

Applies = Callable[[Parts, Sender], object]
Action = Callable[[Parts, Sender], object]
"""May return an awaitable."""
Prompt = Callable[[Parts, int | None], str | None]
"""Called with the seat of the only reader, addressed as "you"; None for several readers."""


@dataclass(frozen=True, slots=True)
class OkRow:
    """A row of the table.

    Attributes:
        when: the condition, as text.
        does: the effect of OK, as text.
        applies: the condition; returns a truthy value if it holds.
        action: the effect.
        label: label of the button; None defers to the next row.
        prompt: returns the prompt; None, or a result of None, defers to the next row.
        is_at_once: whether it takes precedence over pending points.
    """

    when: str
    does: str
    applies: Applies
    action: Action
    label: Ok | None = None
    prompt: Prompt | None = None
    is_at_once: bool = False


async def _let_in(parts: Parts, sender: Sender) -> None:
    if parts.pairing.next_invited is not None:
        device = await parts.pairing.accept(parts.pairing.next_invited.id)
        welcome = Notice.from_code(
            SessionNotice.MAY_PLAY, about="devices", level=Level.INFO, other=device.name
        )
        parts.notices.post(welcome)


async def _take_offer(parts: Parts, sender: Sender) -> None:
    offer = await parts.counting.confirm()
    if offer is not None and offer.question == "claim":
        await parts.counting.claim(offer, 0, by=sender.by)
    elif offer is not None:
        await parts.counting.peg(offer, by=sender.by)


def _answer_camera(parts: Parts, sender: Sender) -> None:
    if parts.watching.question is not None:
        parts.watching.answer_question(parts.watching.question.id)


def _next_hand(parts: Parts, sender: Sender) -> None:
    """Shows the next hand of the show; after the last one, lets the computer continue."""
    parts.show.next_hand()
    if parts.show.current is None and parts.opponents.awaiting_ack:
        _acknowledge(parts, sender)


def _refuse_unsigned(parts: Parts, sender: Sender) -> None:
    raise IllegalAction(Refusal.SIGN_FIRST)


def _next_game(parts: Parts, sender: Sender) -> Awaitable[None] | None:
    return parts.lobby.next_game() if parts.table.kind.has_people else None


def _acknowledge(parts: Parts, sender: Sender) -> None:
    parts.opponents.acknowledge()
    parts.updates.schedule()


def _offers(condition: Callable[[Offer], object]) -> Applies:
    """Returns a condition for a row: there is an offer, and it fulfils `condition`."""
    return lambda parts, _: parts.counting.offer is not None and condition(parts.counting.offer)


def _offered(parts: Parts, reader: int | None) -> str | None:
    offer = parts.counting.offer
    return None if offer is None else next_step.offer_prompt(offer, parts.table.names)


def _question(parts: Parts, reader: int | None) -> str | None:
    question = parts.watching.question
    return None if question is None else question.text(parts.table.names)


def _far_prompt(parts: Parts, reader: int | None) -> str | None:
    return parts.remote.prompt(next_step.names_for_reader(parts.table.names, reader))


def _won(parts: Parts, reader: int | None) -> str | None:
    names = next_step.names_for_reader(parts.table.names, reader)
    far = _far_prompt(parts, reader)
    return parts.signing.prompt() or far or next_step.winner_prompt(parts.table.state, names)


# fmt: off
OK = (
    OkRow("the board asks whether phones on the network may open the page",
          "says yes; only at the board itself",
          lambda parts, sender: sender.viewer.is_at_board and parts.switch_question.switch,
          lambda parts, _: parts.switch_question.answer(is_yes=True), is_at_once=True),
    OkRow("the board asks which pack lies there", "says yes; only at the board itself",
          lambda parts, sender: sender.viewer.is_at_board and parts.pack.question,
          lambda parts, _: parts.pack.answer_question(is_yes=True),
          prompt=lambda parts, _: parts.pack.prompt, is_at_once=True),
    OkRow("a device that knew the code asks to play",
          "lets it in; not from a player's own device",
          lambda parts, sender: sender.viewer.role == "board" and parts.pairing.next_invited,
          _let_in),
    OkRow("somebody plays by ear, and it is their turn",
          "does what they have chosen, or says what there is to choose",
          lambda parts, _: parts.by_ear and parts.by_ear.handles_ok,
          lambda parts, sender: parts.by_ear and parts.by_ear.confirm(sender.by)),
    OkRow("the starter of a counted hand is another than that of the deal",
          "takes that of the deal",
          _offers(lambda offer: offer.question == "known"), _take_offer, "", _offered),
    OkRow("a counted hand has a fault", "is refused with the fault",
          _offers(lambda offer: offer.problem), _take_offer, "", _offered),
    OkRow("a card of a counted hand is in doubt", "confirms the card",
          _offers(lambda offer: offer.doubtful), _take_offer, "yes", _offered),
    OkRow("the points of a counted hand are to be claimed",
          "asks for them; pressed again, it claims none",
          _offers(lambda offer: offer.question == "claim"), _take_offer, "", _offered),
    OkRow("what a claim left out may be called", "lets it go",
          _offers(lambda offer: offer.question == "missed"), _take_offer, "let-go", _offered),
    OkRow("a claimed hand is shown", "puts it away",
          _offers(lambda offer: offer.claimed is not None), _take_offer, "continue", _offered),
    OkRow("a counted hand is on offer", "pegs it",
          _offers(lambda offer: True), _take_offer, "peg", _offered),
    OkRow("the camera has not read the crib", "continues without it",
          lambda parts, _: parts.watching.question
          and parts.watching.question.code is QuestionCode.UNREAD,
          _answer_camera, "continue", _question),
    OkRow("the camera asks about what it saw", "says yes",
          lambda parts, _: parts.watching.question, _answer_camera, "yes", _question),
    OkRow("a show reached its next hand by itself a moment ago",
          "does nothing: the press was meant for that",
          lambda parts, _: parts.show.just_advanced, lambda parts, _: None),
    OkRow("a show is in progress", "goes to the next hand",
          lambda parts, _: parts.show.current, _next_hand, "continue",
          lambda parts, _: next_step.hand_name(parts.show.current, parts.table.names)),
    OkRow("the score cards of an event are to be signed",
          "is refused: each player signs with their own +1",
          lambda parts, _: parts.signing.unsigned_seats, _refuse_unsigned, "",
          lambda parts, _: parts.signing.prompt()),
    OkRow("this board is to deal in a game with another board", "deals",
          lambda parts, _: parts.remote.may_deal,
          lambda parts, _: parts.remote.deal(), "continue", _far_prompt),
    OkRow("a game with another board is over", "asks for another game",
          lambda parts, _: parts.table.kind.is_remote and parts.table.state.over,
          lambda parts, _: parts.remote.invite_again(), "next-game", _won),
    OkRow("the sample deal has been counted", "begins a game of people's own",
          lambda parts, _: parts.sample.is_over,
          lambda parts, _: parts.lobby.take_over(), "", lambda parts, _: parts.sample.prompt),
    OkRow("a match is over", "begins the next",
          lambda parts, _: (match := parts.lobby.match) and match.over and parts.table.state.over,
          _next_game, "next-match", _won),
    OkRow("a game is over", "begins the next",
          lambda parts, _: parts.table.state.over, _next_game, "next-game", _won),
    OkRow("the computer waits until people have looked", "lets it count or deal",
          lambda parts, _: parts.opponents.awaiting_ack, _acknowledge, "continue",
          lambda parts, _: next_step.deal_prompt(parts.table)),
)
# fmt: on


async def confirm(parts: Parts, sender: Sender, *, at_once: bool = False) -> bool:
    """Executes the effect of OK; returns False if there is none.

    Args:
        parts: the parts of the session.
        sender: the sender of the press.
        at_once: True at the press itself, for rows that precede pending points: a retried press
        must not answer a question that came up in the meantime.
    """
    for row in OK:
        if row.is_at_once is at_once and row.applies(parts, sender):
            done = row.action(parts, sender)
            if isinstance(done, Awaitable):
                await done
            return True
    return False


def label_for(parts: Parts) -> Ok:
    """Returns the label code of the OK button."""
    labels = (row.label for row in OK if row.label is not None and row.applies(parts, AT_BOARD))
    return next(labels, "")


def prompt_for(parts: Parts, reader: int | None = None) -> str:
    """Returns the prompt: the effect of OK, or the next step of the game.

    Args:
        parts: the parts of the session.
        reader: seat of the only reader, addressed as "you"; None for several readers.
    """
    for row in OK:
        if row.prompt is not None and row.applies(parts, AT_BOARD):
            prompt = row.prompt(parts, reader)
            if prompt:
                return prompt
    computers, watching = parts.lobby.setup.computers, parts.watching
    far = _far_prompt(parts, reader)
    return far or next_step.next_step(
        parts.table, computers=computers, watching=watching, reader=reader
    )
