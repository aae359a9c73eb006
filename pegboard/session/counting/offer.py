"""A counted hand offered for pegging: its points, and the actions that peg it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pegboard.camera.reading import CardReading, DetectedCard
from pegboard.cribbage.actions import Claim, Crib, Cut, Deal, Hand, Muggins, Peg
from pegboard.cribbage.cards import Card
from pegboard.cribbage.events import Warned
from pegboard.cribbage.game import Action, Showing, State, apply, pending_hand
from pegboard.cribbage.scoring import Score, score_hand
from pegboard.errors import IllegalAction, seat_name
from pegboard.narration.counting import Phrase, phrases, spoken
from pegboard.schema.offer import Question, Source
from pegboard.session.codes import Uncountable

HAND = 4


@dataclass(frozen=True, slots=True)
class Offer:
    """A hand being counted; `problem` says why it cannot be counted yet."""

    id: str
    source: Source
    cards: tuple[Card, ...]
    """Cards of the hand, without the starter."""
    starter: Card | None
    doubtful: tuple[Card, ...]
    """Uncertain cards, confirmed one by one."""
    seat: int
    """Presumed owner of the hand."""
    crib: bool
    score: Score | None
    problem: IllegalAction | None
    known_starter: Card | None = None
    """Starter of the deal, if the board knows it."""
    played: tuple[tuple[str, int, Card], ...] = ()
    """Cards known to have been played in this deal: name, seat, card."""
    shown: tuple[tuple[str, int | None, Card], ...] = ()
    """Cards of the hands shown in this deal: name, seat (None for the crib), card."""
    starter_settled: bool = False
    """True once somebody confirmed this starter instead of the deal's."""
    sightings: tuple[DetectedCard, ...] = ()
    """Cards found in the picture, with their position."""
    size: tuple[int, int] = (0, 0)
    """Width and height of the picture, pixels."""
    certain: bool = False
    """True if it may be pegged unconfirmed: read with certainty and not corrected."""
    claims: bool = False
    """True if seats claim their points themselves; the value is hidden until then."""
    claimed: int | None = None
    """Points claimed and pegged; None before the claim."""
    muggins: bool = False
    """True if missed points go to whoever calls them."""
    settled: bool = False
    """True once missed points have been called or let go."""

    @property
    def points(self) -> int:
        """Value of the hand."""
        return self.score.total if self.score else 0

    @property
    def missed(self) -> int:
        """Points by which the claim falls short of the value."""
        return 0 if self.claimed is None else max(0, self.points - self.claimed)

    @property
    def spoken_count(self) -> str:
        """The count in the words that players say."""
        return spoken(self.score) if self.score else ""

    @property
    def phrases(self) -> tuple[Phrase, ...]:
        """The spoken count, one phrase per combination."""
        return phrases(self.score) if self.score else ()

    @property
    def all_cards(self) -> tuple[Card, ...]:
        """Cards of the hand, plus the starter if there is one."""
        return self.cards if self.starter is None else (*self.cards, self.starter)

    @property
    def earlier(self) -> tuple[int, tuple[Card, ...]] | None:
        """Seat and cards of an earlier hand that conflicts with this one, or None.

        Claimed hands are final.
        """
        if self.problem is None or self.problem.code is not Uncountable.WAS_SHOWN or self.claims:
            return None
        seat = next(seat for _, seat, card in self.shown if str(card) == self.problem.facts["card"])
        assert seat is not None
        return seat, tuple(card for _, by, card in self.shown if by == seat)

    @property
    def question(self) -> Question:
        """Kind of question that the offer puts to the player; empty for none."""
        if self.starter is None and len(self.cards) == HAND + 1:
            return "starter"
        if self.problem is not None and self.problem.code is Uncountable.OTHER_STARTER:
            return "known"
        if self.doubtful:
            return "card"
        if not self.claims or self.problem is not None:
            return ""
        if self.claimed is None:
            return "claim"
        # A claim that is too high is corrected at once, so everybody knows that nothing was missed.
        open_to_call = self.muggins and not self.settled and self.claimed <= self.points
        return "missed" if open_to_call else ""

    def for_seat(self, seat: int, crib: bool) -> "Offer":
        """Returns the cards as another seat's hand, or as the crib."""
        return score_offer(replace(self, seat=seat, crib=crib))


def next_hand(state: State) -> tuple[int, bool]:
    """Returns the seat that counts next (pone by default), and whether it counts the crib."""
    waiting = pending_hand(state)
    if waiting == "crib":
        return state.dealer, True
    return (state.pone if waiting is None else waiting), False


def new_offer(
    state: State,
    *,
    id: str,
    source: Source,
    cards: Sequence[Card],
    starter: Card | None,
    names: Sequence[str] = (),
    reading: CardReading | None = None,
) -> Offer:
    """Creates an offer from cards read by the camera or entered by hand.

    Once known, the deal's starter belongs to every hand of that deal, whether or not it is in the
    picture. Cards with another starter are taken to be of another deal, so the plays of this one
    do not apply to them.

    Args:
        state: the state of the game.
        id: id of the offer.
        source: source of the cards.
        cards: the hand; includes the starter if read by the camera, but not if entered by hand.
        starter: the presumed starter, or the one entered by hand.
        names: names of the seats, for messages.
        reading: the camera's reading, if any.
    """
    known_starter = state.starter
    guessed = starter is None or (starter in cards and len(cards) > HAND)
    if known_starter is not None and guessed and (known_starter in cards or len(cards) == HAND):
        starter = known_starter
    seat, crib = next_hand(state)
    # Remove only one copy, so that a duplicate is reported.
    hand = list(cards)
    if guessed and starter in hand:
        hand.remove(starter)
    called = [seat_name(seat, names) for seat in range(state.rules.players)]
    offer = Offer(
        id,
        source,
        tuple(hand),
        starter,
        () if reading is None else reading.doubtful,
        seat,
        crib,
        None,
        None,
        known_starter,
        tuple((called[by], by, card) for by, card in state.plays),
        tuple(_shown(state, called)),
        claims=state.rules.claims,
        muggins=state.rules.muggins,
    )
    if reading is not None:
        # Another starter may mean another deal, or a misreading, so the player must confirm it.
        certain = (
            reading.sure and not reading.waited and starter in (known_starter or starter, None)
        )
        size = (reading.width, reading.height)
        offer = replace(offer, sightings=reading.sightings, size=size, certain=certain)
    return score_offer(offer)


def _shown(state: State, names: Sequence[str]) -> Iterator[tuple[str, int | None, Card]]:
    """Yields the cards exposed in the show, if the hands come from the table: name, seat, card."""
    stage = state.stage
    if isinstance(stage, Showing) and not stage.is_open:
        for seat, hand in enumerate(stage.kept):
            yield from ((names[seat], seat, card) for card in hand)
        yield from ((names[state.dealer], None, card) for card in stage.crib)


def score_offer(offer: Offer) -> Offer:
    """Returns the offer with its score or problem."""
    cards, starter = offer.cards, offer.starter
    problem = _problem(offer)
    score = None
    if problem is None and starter is not None:
        score = score_hand(cards, starter, crib=offer.crib)
    return replace(offer, score=score, problem=problem)


def _problem(offer: Offer) -> IllegalAction | None:
    """Returns the reason why the cards cannot be counted, or None."""
    cards, starter, known = offer.cards, offer.starter, offer.known_starter
    number = len(offer.all_cards)
    if len(set(cards)) != len(cards) or starter in cards:
        return IllegalAction(Uncountable.CARD_TWICE)
    if known in cards:
        return IllegalAction(Uncountable.STARTER_IN_HAND, card=str(known))
    if number == 0:
        return IllegalAction(Uncountable.NO_CARD)
    if number != HAND + 1 and known is not None and starter in (known, None):
        few = len(cards) < HAND
        code = Uncountable.TOO_FEW_BESIDE if few else Uncountable.TOO_MANY_BESIDE
        return IllegalAction(code, card=str(known), n=len(cards))
    if number != HAND + 1:
        code = Uncountable.TOO_FEW if number < HAND + 1 else Uncountable.TOO_MANY
        return IllegalAction(code, n=number)
    if starter is None:
        return IllegalAction(Uncountable.WHICH_IS_STARTER)
    if known is not None and starter != known and not offer.starter_settled:
        return IllegalAction(Uncountable.OTHER_STARTER, was=str(known), now=str(starter))
    return _contradiction(offer) if starter == known else None


def _contradiction(offer: Offer) -> IllegalAction | None:
    """Returns an error about a card that was seen elsewhere in this deal, or None."""
    own_seat = None if offer.crib else offer.seat
    for name, seat, card in offer.played:
        if card in offer.cards and seat != own_seat:
            return IllegalAction(Uncountable.WAS_PLAYED, card=str(card), who=name)
    for name, shown_by, card in offer.shown:
        if card in offer.cards and shown_by != own_seat:
            if shown_by is None:
                return IllegalAction(Uncountable.WAS_IN_CRIB, card=str(card))
            return IllegalAction(Uncountable.WAS_SHOWN, card=str(card), who=name)
    return None


def pegging_actions(state: State, offer: Offer) -> tuple[Action, ...]:
    """Returns the actions that peg the offer in the current state.

    If the board follows the deal, the hand is shown in its turn and counted by the rules. If not,
    a hand of pone's starts a deal whose plays were not entered. If the rules refuse both (out of
    turn, contradictory), the points are pegged directly. Where seats claim their points, the claim
    follows the hand, and the lower value counts.
    """
    points = offer.points if offer.claimed is None else min(offer.points, offer.claimed)
    for candidate in _reveal_candidates(state, offer):
        if _is_legal(state, candidate):
            if offer.claimed is None:
                return candidate
            claimed = (*candidate, Claim(offer.seat, offer.claimed))
            if _is_legal(state, claimed, allow_warnings=True):
                return claimed
    if state.starter is not None and (offer.seat, offer.crib) == next_hand(state):
        # Claim the spoken value, so that the game goes on to the next hand.
        claim = (Claim(offer.seat, points),)
        if _is_legal(state, claim):
            return claim
    return (Peg(offer.seat, points),) if points else ()


def _reveal_candidates(state: State, offer: Offer) -> Iterator[tuple[Action, ...]]:
    """Yields sequences of actions that could expose the cards, likeliest first."""
    cards = offer.cards
    hand: Action = Crib(cards) if offer.crib else Hand(offer.seat, cards)
    if state.starter == offer.starter:
        yield (hand,)
    pones = offer.seat == state.pone and not offer.crib and not state.is_open
    if pones and offer.starter is not None:
        cut = Cut(offer.starter)
        if state.stage_name == "deal":
            yield Deal(state.dealer), cut, hand
        elif state.stage_name == "cut":  # passed by hand, so only the starter is missing
            yield cut, hand


def call_actions(state: State, offer: Offer, caller: int, points: int) -> tuple[Action, ...]:
    """Returns the actions by which a seat calls missed points.

    Args:
        state: the state of the game after the claim.
        offer: hand whose points were claimed.
        caller: the calling seat, on another side than the hand's owner.
        points: called points.
    """
    call = (Muggins(caller, points),)
    if _is_legal(state, call, allow_warnings=True):
        return call
    # The claim was out of turn and pegged directly, so peg the missed points directly too.
    pegged = min(points, offer.missed)
    return (Peg(caller, pegged),) if pegged else ()


def _is_legal(state: State, candidate: Sequence[Action], *, allow_warnings: bool = False) -> bool:
    """Returns whether the rules accept a sequence of actions."""
    try:
        for action in candidate:
            state, events = apply(state, action)
            if not allow_warnings and any(isinstance(event, Warned) for event in events):
                return False
    except IllegalAction:
        return False
    return True
