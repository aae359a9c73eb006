"""A counted hand that the board offers to peg: what it is worth, and the lines that peg it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pegboard.cards import Card, format_cards
from pegboard.errors import IllegalAction
from pegboard.events import Warned
from pegboard.game import State, apply, pending_hand
from pegboard.notation import parse_action
from pegboard.scoring import Score, score_hand
from pegboard.speech import spoken


@dataclass(frozen=True, slots=True)
class Offer:
    """Cards on their way to points. `problem` says in words why they cannot be counted yet."""

    id: str
    source: str
    """`camera` or `picker`."""
    cards: tuple[Card, ...]
    """The hand, the starter left out."""
    starter: Card | None
    doubtful: tuple[Card, ...]
    seat: int
    """Whose hand it is taken to be."""
    crib: bool
    score: Score | None
    problem: str | None
    turned: Card | None = None
    """The deal's starter where the board knows it."""
    played: tuple[tuple[str, int, Card], ...] = ()
    """Who laid which cards in this deal, as far as the board knows: name, seat, card."""

    @property
    def points(self) -> int:
        """What would be pegged."""
        return self.score.total if self.score else 0

    @property
    def words(self) -> str:
        """The count as it is said."""
        return spoken(self.score) if self.score else ""

    def for_seat(self, seat: int, crib: bool) -> "Offer":
        """The same cards as another seat's hand, or as the crib."""
        return make_offer(replace(self, seat=seat, crib=crib))


def whose(state: State) -> tuple[int, bool]:
    """Whose hand is to be counted next, and whether it is the crib: pone's where nothing says."""
    waiting = pending_hand(state)
    if waiting == "crib":
        return state.dealer, True
    return (state.pone if waiting is None else waiting), False


def new_offer(
    state: State,
    *,
    id: str,
    source: str,
    cards: Sequence[Card],
    starter: Card | None,
    doubtful: Sequence[Card] = (),
    names: Sequence[str] = (),
) -> Offer:
    """What the board makes of some cards that a camera saw or somebody picked.

    The deal's starter, once known, is the starter of every hand of that deal, whether it lies in
    the picture or not. Cards with another starter are taken for those of another deal, about which
    the plays of this one say nothing.

    Args:
        state: of the game.
        id: of the offer.
        source: `camera` or `picker`.
        cards: the hand; a starter that the camera saw among them, one that was picked beside them.
        starter: which of them it seems to be, or the one that was picked.
        doubtful: those that a player should look at.
        names: of the seats, for what is said about them.
    """
    known = state.starter
    guessed = starter is None or (starter in cards and len(cards) > 4)
    if known is not None and guessed and (known in cards or len(cards) == 4):
        starter = known
    seat, crib = whose(state)
    # Cut out once: a second one stays, to be found fault with.
    hand = list(cards)
    if guessed and starter in hand:
        hand.remove(starter)
    played = state.plays if starter in (known, None) else ()
    called = [*names, *(f"seat {n}" for n in range(len(names), state.rules.players))]
    return make_offer(
        Offer(
            id,
            source,
            tuple(hand),
            starter,
            tuple(doubtful),
            seat,
            crib,
            None,
            None,
            known,
            tuple((called[by], by, card) for by, card in played),
        )
    )


def make_offer(offer: Offer) -> Offer:
    """The offer with its score counted, or with what is the matter."""
    cards, starter = offer.cards, offer.starter
    problem = None
    elsewhere = [
        f"{card} was played by {name} in this deal, so it cannot be in this hand"
        for name, seat, card in offer.played
        if card in cards and (offer.crib or seat != offer.seat)
    ]
    if len(set(cards)) != len(cards) or starter in cards:
        problem = "the same card is there twice"
    elif offer.turned in cards:
        problem = f"{offer.turned} is the starter of this deal, so it cannot be in the hand"
    elif not cards and starter is None:
        problem = "no card was recognised"
    elif len(cards) + (starter is not None) != 5:
        number = len(cards) + (starter is not None)
        problem = f"four cards and the starter are wanted, and there are {number}"
    elif starter is None:
        problem = "which of these is the starter?"
    elif elsewhere:
        problem = elsewhere[0]
    score = None
    if problem is None and starter is not None:
        score = score_hand(cards, starter, crib=offer.crib)
    return replace(offer, score=score, problem=problem)


def lines(state: State, offer: Offer) -> list[str]:
    """The lines of the record that peg the offer, in the state the game is in.

    Where the board follows the deal the hand is laid open in its turn, and the rules count it.
    Where it does not, a hand of pone's begins a deal whose plays were left out. Where the rules
    refuse both (out of turn, contradicting what is known) the points are pegged as a person would.
    """
    hand = f"hand {offer.seat} {format_cards(offer.cards)}"
    if offer.crib:
        hand = f"crib {format_cards(offer.cards)}"
    candidates = [[hand]] if state.starter == offer.starter else []
    if state.stage_name == "deal" and offer.seat == state.pone and not offer.crib:
        candidates.append([f"deal {state.dealer}", f"cut {offer.starter}", hand])
    for candidate in candidates:
        if _legal(state, candidate):
            return candidate
    return [f"peg {offer.seat} {offer.points}"] if offer.points else []


def _legal(state: State, candidate: list[str]) -> bool:
    """Whether the rules take these lines, one after the other, without a warning."""
    try:
        for line in candidate:
            state, events = apply(state, parse_action(line))
            if any(isinstance(event, Warned) for event in events):
                return False
    except IllegalAction:
        return False
    return True
