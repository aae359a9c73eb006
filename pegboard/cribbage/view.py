"""One seat's view of a game: all it may know and do. A computer player gets nothing else."""

from dataclasses import dataclass

from pegboard.cribbage.actions import Action, Claim, Discard, Go, Muggins, Play
from pegboard.cribbage.cards import DECK, Card, Cards
from pegboard.cribbage.play import next_leader, open_end
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.show import HIGHEST
from pegboard.cribbage.state import (
    NOTHING_MISSED,
    Cutting,
    Dealing,
    Discarding,
    Over,
    PastDeal,
    Pegs,
    Playing,
    Showing,
    StageName,
    State,
)


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat sees it. Games that differ only in hidden cards have equal views.

    Attributes:
        seat: the seat with this view.
        rules: rules of the game.
        dealer: the seat that deals, or is to deal next.
        stage_name: as `State.stage_name`.
        turn: the only seat to act; None if there are several or none.
        pegs: two pegs per side.
        hand: the cards this seat holds; empty if they are not known.
        discards: cards this seat discarded.
        hand_sizes: how many cards each seat holds.
        starter: the card turned up; between two deals for as long as the crib may be called.
        count: sum of the pile.
        pile: the cards since the last reset.
        plays: every card played in this deal, in order, with its seat.
        least: by seat, the least value a card it still holds can have, from its gos.
        shown: by seat, the hands as they lie open in the show; empty before, or where not known.
        crib: the crib's four cards, once they lie open.
        claimed: points claimed for the last hand counted by hand, while it may be called.
        legal: what this seat may do now; see `legal_actions`.
        past: the deals before this one, as everybody saw them.
    """

    seat: int
    rules: Rules
    dealer: int
    stage_name: StageName
    turn: int | None
    pegs: tuple[Pegs, ...]
    hand: Cards
    discards: Cards
    hand_sizes: tuple[int, ...]
    starter: Card | None
    count: int
    pile: Cards
    plays: tuple[tuple[int, Card], ...]
    least: tuple[int, ...]
    shown: tuple[Cards, ...]
    crib: Cards
    claimed: int | None
    legal: tuple[Action, ...]
    past: tuple[PastDeal, ...] = ()

    @property
    def scores(self) -> tuple[int, ...]:
        """Score of each seat; partners repeat their side's."""
        rules = self.rules
        return tuple([self.pegs[rules.side_of(seat)].front for seat in range(rules.players)])

    @property
    def played(self) -> tuple[Cards, ...]:
        """Cards each seat has played in this deal, in order."""
        seats = range(self.rules.players)
        return tuple([tuple([card for by, card in self.plays if by == seat]) for seat in seats])


def view(state: State, seat: int) -> View:
    """Returns a seat's view of a state."""
    players = state.rules.players
    stage = state.stage.before if isinstance(state.stage, Over) else state.stage
    hand: Cards = ()
    discards: Cards = ()
    crib: Cards = ()
    shown: tuple[Cards, ...] = ((),) * players
    sizes = (0,) * players
    least = (1,) * players
    claimed = None
    starter = state.starter
    match stage:
        case Dealing():
            crib, starter = stage.crib, stage.starter
        case Discarding():
            hand, discards = stage.hands[seat], stage.discards[seat]
            sizes = tuple(map(len, stage.hands))
        case Cutting():
            sizes = (4,) * players
            if stage.hands is not None:
                hand, discards = stage.hands[seat], stage.discards[seat]
        case Playing():
            sizes, least = stage.left, stage.least
            hand = stage.holds(seat)
            discards = _discards(stage, seat)
        case Showing():
            discards, shown = _discards(stage, seat), stage.kept
            # The crib is turned up when every hand has been counted.
            if len(stage.counted) == players:
                crib = stage.crib
    if isinstance(stage, Dealing | Showing) and stage.missed != NOTHING_MISSED:
        claimed = stage.missed.claimed
    return View(
        seat=seat,
        rules=state.rules,
        dealer=state.dealer,
        stage_name=state.stage_name,
        turn=state.turn,
        pegs=state.pegs,
        hand=hand,
        discards=discards,
        hand_sizes=sizes,
        starter=starter,
        count=state.count,
        pile=state.pile,
        plays=state.plays,
        least=least,
        shown=shown,
        crib=crib,
        claimed=claimed,
        legal=legal_actions(state, seat),
        past=state.past,
    )


def legal_actions(state: State, seat: int) -> tuple[Action, ...]:
    """Returns all legal actions of a seat, based only on its own knowledge.

    Chance is not a choice: deals and cuts are not among them, nor are the entries by hand that
    are always open (peg, correct, penalty). In a table deal any card not seen yet may be played.
    """
    stage = state.stage
    match stage:
        case Discarding() if not stage.discards[seat]:
            return tuple(Discard(seat, cards) for cards in _lay_aways(state, stage.hands[seat]))
        case Playing():
            return _plays(state, stage, seat)
        case Showing() | Dealing():
            return _claims(state, stage, seat)
    return ()


def _discards(stage: Playing | Showing, seat: int) -> Cards:
    return stage.discards[seat] if stage.discards else ()


def _lay_aways(state: State, hand: Cards) -> list[Cards]:
    if state.rules.laid_away == 1:
        return [(card,) for card in hand]
    return [(a, b) for place, a in enumerate(hand) for b in hand[place + 1 :]]


def _plays(state: State, stage: Playing, seat: int) -> tuple[Action, ...]:
    if stage.kept is not None:
        if seat != stage.turn:
            return ()
        fits = [card for card in stage.holds(seat) if stage.count + card.value <= 31]
        return tuple([Play(seat, card) for card in fits]) or (Go(seat),)
    seen_cards = {stage.starter, *(card for _, card in stage.plays)}
    unseen = [card for card in DECK if card not in seen_cards]
    actions: list[Action] = []
    if open_end(stage) and seat == next_leader(stage):
        actions += [Play(seat, card) for card in unseen]
    elif seat == stage.turn:
        actions += [Play(seat, card) for card in unseen if stage.count + card.value <= 31]
    if seat == stage.turn and stage.count > 21:
        actions.append(Go(seat))
    return tuple(actions)


def _claims(state: State, stage: Showing | Dealing, seat: int) -> tuple[Action, ...]:
    actions: list[Action] = []
    if isinstance(stage, Showing) and seat == state.turn:
        # Where the program counts, it waits only for unknown hands: these are claimed on trust.
        actions += [Claim(seat, points) for points in range(HIGHEST + 1)]
    if stage.missed != NOTHING_MISSED and state.rules.side_of(seat) != stage.missed.side:
        actions += [Muggins(seat, points) for points in range(1, HIGHEST + 1)]
    return tuple(actions)
