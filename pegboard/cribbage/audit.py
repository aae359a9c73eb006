"""Audits a record: its cards must follow from the seed committed to before the first deal."""

from dataclasses import dataclass

from pegboard.cribbage import tags
from pegboard.cribbage.actions import Cut, Deal, Undo
from pegboard.cribbage.cards import Card, Cards
from pegboard.cribbage.codes import Unreadable
from pegboard.cribbage.notation import Record, parse_record
from pegboard.cribbage.replay import replay_steps
from pegboard.cribbage.shuffle import Shuffle, is_seed
from pegboard.cribbage.state import State, new_game
from pegboard.errors import IllegalAction, NotationError, card_face, quoted, seat_name


@dataclass(frozen=True, slots=True)
class Fault:
    """A mismatch between the record and its seed.

    Attributes:
        line: line of the record; None if the fault is about the whole.
        deal: number of the deal, from 1; None if the fault is about no deal.
        says: what is wrong, and what would follow.
    """

    line: int | None
    deal: int | None
    says: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Result of the audit of a record.

    Attributes:
        deals: number of deals checked.
        faults: mismatches between record and seed; empty if all is well.
        missing: reason that nothing could be checked; empty if it could.
        commitment: commitment to the seed; empty if the record has none.
    """

    deals: int = 0
    faults: tuple[Fault, ...] = ()
    missing: str = ""
    commitment: str = ""

    @property
    def fair(self) -> bool:
        """Returns True if everything was checked and follows from the seed."""
        return not self.missing and not self.faults


def check(text: str, name: str = "record") -> Finding:
    """Returns the result of checking a record against its seed.

    Args:
        text: record of the game.
        name: name of the record in errors, such as a file name.

    Raises:
        NotationError: it cannot be read; the message names the file and the line.
    """
    record = parse_record(text, name)
    try:
        tag_values = tags.read(text)
        for word in ("commitment", "seed"):
            if word in tag_values and not is_seed(tag_values[word]):
                raise NotationError(Unreadable.NOT_A_HASH, word=word, text=quoted(tag_values[word]))
    except NotationError as error:
        raise NotationError(Unreadable.IN_FILE, file=name, why=error) from None
    commitment = tag_values.get("commitment", "")
    if not commitment:
        return Finding(missing="it has no commitment: nothing bound the shuffle before the deal")
    if "seed" not in tag_values:
        return Finding(
            missing="it has no seed: the board lays it open when the game is over",
            commitment=commitment,
        )
    if not any(isinstance(action, Deal) for action in record.actions):
        return Finding(missing="nothing was dealt in it", commitment=commitment)
    shuffle = Shuffle(tag_values["seed"], tag_values.get("phrase", ""))
    faults = []
    if shuffle.commitment != commitment:
        reason = f"the seed's SHA-256 is {shuffle.commitment}, not the commitment"
        faults.append(Fault(None, None, reason))
    deals, more = _walk(record, shuffle)
    return Finding(deals, (*faults, *more), commitment=commitment)


def _walk(record: Record, shuffle: Shuffle) -> tuple[int, list[Fault]]:
    """Returns the number of deals, and their faults.

    Undone lines are checked as well.
    """
    rules, dealer = record.header.rules, record.header.dealer
    faults: list[Fault] = []
    state: State = new_game(rules, dealer)
    numbers = [0]  # state of the current deal: at the start, and after every action that counts
    checked = 0
    place = 0
    try:
        for place, moment in enumerate(replay_steps(rules, dealer, record.actions)):
            action, line, number = moment.action, record.lines[place], numbers[-1]
            match action:
                case Undo():
                    numbers.pop()
                case Deal():
                    number += 1
                    checked += 1
                    faults += _deal_faults(action, shuffle, state, number, line)
                case Cut(card) if number:
                    starter = shuffle.dealt(rules, state.dealer, number)[1].card
                    if card != starter:
                        reason = (
                            f"the starter is {_face(card)}; {_face(starter)} follows from the seed"
                        )
                        faults.append(Fault(line, number, reason))
            if not isinstance(action, Undo):
                numbers.append(number)
            state = moment.state
            place += 1
    except IllegalAction as error:
        faults.append(Fault(record.lines[place], numbers[-1] or None, f"not a legal game: {error}"))
    return checked, faults


def _deal_faults(
    action: Deal, shuffle: Shuffle, state: State, number: int, line: int
) -> list[Fault]:
    if action.hands is None:
        return [Fault(line, number, "the cards are not in the record: dealt by hand")]
    expected, _ = shuffle.dealt(state.rules, state.dealer, number)
    faults = []
    for seat, (hand, right) in enumerate(zip(action.hands, expected.hands or (), strict=True)):
        if set(hand) != set(right):
            faults.append(Fault(line, number, f"{seat_name(seat)} has {_text(hand, right)}"))
    if action.crib_card != expected.crib_card:
        card, right_card = _face(action.crib_card), _face(expected.crib_card)
        reason = f"the crib's card is {card}; {right_card} follows from the seed"
        faults.append(Fault(line, number, reason))
    return faults


def _text(hand: Cards, right: Cards) -> str:
    dealt, due = (" ".join(map(_face, cards)) for cards in (hand, right))
    return f"{dealt}; {due} follows from the seed"


def _face(card: Card | None) -> str:
    return card_face(str(card))
