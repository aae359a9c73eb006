"""Explains, in players' terms, why one discard or card is better than another.

>>> from random import Random
>>> from pegboard.cribbage.cards import parse_cards
>>> from pegboard.cribbage.game import Deal, Rules, apply, new_game, view
>>> hands = (parse_cards("5S5HJDQC2H9D"), parse_cards("6DJH4H7C2D8D"))
>>> state = apply(new_game(Rules(), dealer=1), Deal(1, hands)).state
>>> hint(view(state, 0), Random(1)).action
Discard(seat=0, cards=(Card.parse('2H'), Card.parse('9D')))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pegboard.cribbage.cards import Card, Cards, Rank, Suit
from pegboard.cribbage.game import Action, Discard, Go, Play, View
from pegboard.cribbage.scoring import Item, score_play
from pegboard.i18n import Message, _
from pegboard.narration.events import face, listed
from pegboard.players.coach import Option, Parts, weigh, within

ALIKE_POINTS = 0.1
ALIKE_CHANCE = 0.003
"""Choices this close are as good as each other."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The expert's choice, with reasons.

    Attributes:
        action: the choice.
        cards: the cards to tap: those to discard, or the one to play; () for a go.
        text: one or two sentences.
        options: every choice with its value, best first; empty where there is no choice.
    """

    action: Action
    cards: Cards
    text: str
    options: tuple[Option, ...] = ()


def hint(view: View, rng: Random) -> Hint | None:
    """Returns the expert's choice with reasons, or None if there is nothing to decide.

    It depends on the view alone, so games that differ only in hidden cards give the same hint.
    """
    playing = [action for action in view.legal if isinstance(action, Discard | Play | Go)]
    if not playing:
        return None
    if len(playing) == 1:
        return _only(playing[0])
    options = weigh(view, rng)
    best = options[0]
    other = next((one for one in options[1:] if not _same(best, one)), None)
    if isinstance(best.action, Discard):
        assert other is not None, "six cards, and five, have more than one rank"
        return Hint(best.action, best.action.cards, _throw(best, other), options)
    assert isinstance(best.action, Play)
    return Hint(best.action, (best.action.card,), _card(view, best, other), options)


def reason(view: View, best: Option, chosen: Option) -> str:
    """Returns the reason that `best` is better than `chosen`, or says that both are equal."""
    if isinstance(best.action, Discard):
        return _discard(view, best, chosen)
    return _card(view, best, chosen)


def alike(best: Option, other: Option) -> bool:
    """Returns whether two choices differ negligibly."""
    if best.behind is not None and other.behind is not None:
        return abs(other.behind - best.behind) < ALIKE_CHANCE
    return abs(best.points - other.points) < ALIKE_POINTS


def ranks_text(cards: Sequence[Card]) -> str:
    """Returns cards without their suits, low to high: `5 5 J Q`."""
    return " ".join(face(card)[:-1] for card in sorted(cards))


def _only(action: Action) -> Hint:
    if isinstance(action, Play):
        only = _("{card} is the only card that can be played.", card=face(action.card))
        return Hint(action, (action.card,), only)
    return Hint(action, (), _("No card can be played: say go."))


def _same(best: Option, other: Option) -> bool:
    """Returns whether two choices differ only in suits that do not matter."""
    if isinstance(best.action, Play) and isinstance(other.action, Play):
        return best.action.card.rank == other.action.card.rank
    assert isinstance(best.action, Discard) and isinstance(other.action, Discard)
    return ranks_text(best.action.cards) == ranks_text(other.action.cards)


def _games(best: Option, other: Option) -> float | None:
    """Returns the lead in games per hundred, if that says more than points."""
    if best.behind is None or other.behind is None:
        return None
    points, games = best.points - other.points, 100 * (other.behind - best.behind)
    # A point is worth about three games in a hundred; where it is not, the score decides.
    return games if points < ALIKE_POINTS or games > 8 * points else None


def _behind(best: Option, other: Option) -> tuple[float, float, bool]:
    """Returns the second choice's deficit, its error bound, and whether it is in games."""
    if (games := _games(best, other)) is not None:
        return games, within(100 * other.chance_doubt), True
    return best.points - other.points, within(other.doubt), False


def _gain(best: Option, other: Option, than: str) -> Message:
    """Describes the gain of the better choice: in points, or in games near the end."""
    if alike(best, other):
        return _("as good as {than}", than=than)
    behind, doubt, in_games = _behind(best, other)
    if in_games:
        return _(
            "wins {games:.1f} ± {doubt:.1f} % more often than {than}"
            if doubt
            else "wins {games:.1f} % more often than {than}",
            games=behind,
            doubt=doubt,
            than=than,
        )
    return _(
        "{points:.1f} ± {doubt:.1f} points more than {than}"
        if doubt
        else "{points:.1f} points more than {than}",
        points=behind,
        doubt=doubt,
        than=than,
    )


def _throw(best: Option, other: Option) -> Message:
    """Describes a discard in one line: cards, parts, and lead over the next best."""
    assert isinstance(best.action, Discard) and best.parts is not None
    return _(
        "Throw {cards}: hand {hand:.1f} + crib {crib:.1f}; {next}."
        if best.parts.own
        else "Throw {cards}: hand {hand:.1f} − crib {crib:.1f}; {next}.",
        cards=" ".join(face(card) for card in sorted(best.action.cards)),
        hand=float(best.parts.hand),
        crib=float(best.parts.crib),
        next=_next_best(best, other),
    )


def _next_best(best: Option, other: Option) -> Message:
    if alike(best, other):
        return _("the next best is as good")
    behind, doubt, in_games = _behind(best, other)
    if in_games:
        return _(
            "next best −{games:.1f} ± {doubt:.1f} % winning chances"
            if doubt
            else "next best −{games:.1f} % winning chances",
            games=behind,
            doubt=doubt,
        )
    return _(
        "next best −{points:.1f} ± {doubt:.1f} points"
        if doubt
        else "next best −{points:.1f} points",
        points=behind,
        doubt=doubt,
    )


def _discard(view: View, best: Option, other: Option) -> Message:
    assert isinstance(best.action, Discard) and best.parts is not None
    kept_cards = [card for card in view.hand if card not in best.action.cards]
    assert isinstance(other.action, Discard) and other.parts is not None
    return _(
        "Keep {ranks}: {hand:.1f} on average, {gain}; {crib}."
        if alike(best, other)
        else "Keep {ranks}: {hand:.1f} on average, {gain} in all; {crib}.",
        ranks=ranks_text(kept_cards),
        hand=float(best.parts.hand),
        gain=_gain(best, other, _("this")),
        crib=_crib(best.parts, other.parts),
    )


def _crib(best: Parts, other: Parts) -> Message:
    text = _(
        "your crib is then worth {crib:.1f}" if best.own else "the crib you give costs {crib:.1f}",
        crib=float(best.crib),
    )
    more = float(best.crib - other.crib)
    if abs(more) < ALIKE_POINTS:
        return text
    return _(
        "{text}, {points:.1f} more" if more > 0 else "{text}, {points:.1f} less",
        text=text,
        points=abs(more),
    )


def _card(view: View, best: Option, other: Option | None) -> Message:
    assert isinstance(best.action, Play)
    card = best.action.card
    if other is None or not isinstance(other.action, Play):
        return _(
            "Play {card}: the others are the same."
            if view.pile
            else "Lead {card}: the others are the same.",
            card=face(card),
        )
    second = other.action.card
    text = _(
        "Play {card}: {gain}" if view.pile else "Lead {card}: {gain}",
        card=face(card),
        gain=_gain(best, other, _("the {card}", card=face(second))),
    )
    if alike(best, other):
        return _("{text}.", text=text)
    reasons = [_scores(view, card), _is_safe(view, card)]
    if not _scores(view, card):
        reasons.append(_scores_less(view, second))
    if best.points - other.points >= ALIKE_POINTS:
        reasons.append(_tempts(view, card, second))
    for one in reasons:
        if one is not None:
            text = _("{text}; {reason}", text=text, reason=one)
    return _("{text}.", text=text)


def _scores(view: View, card: Card) -> Message | None:
    items = score_play((*view.pile, card)).items
    return _("it makes {items}", items=listed(items)) if items else None


def _scores_less(view: View, card: Card) -> Message | None:
    items = score_play((*view.pile, card)).items
    if not items:
        return None
    costs = {"items": listed(items), "card": face(card)}
    return _("{items} with the {card} isn't worth it", **costs)


def _is_safe(view: View, card: Card) -> Message | None:
    if view.count + card.value == 31 or _answers(view, card):
        return None
    return _("no reply to it scores at once")


def _tempts(view: View, best: Card, other: Card) -> Message | None:
    """Returns the opponent's reply that the worse card allows and the better does not."""
    invited = _answers(view, other)
    there = _answers(view, best)
    avoided = {rank: items for rank, items in invited.items() if rank not in there}
    if best.rank in there:
        avoided.pop(other.rank, None)  # either card can be paired
    if not avoided or view.count + other.value == 31:
        return None
    rank = max(avoided, key=lambda rank: (sum(item.points for item in avoided[rank]), -rank))
    return _(
        "{rank} on the {card} would make {items}",
        card=face(other),
        rank=_A[rank],
        items=listed(avoided[rank]),
    )


def _answers(view: View, card: Card) -> dict[Rank, tuple[Item, ...]]:
    """Returns the score of each rank the next seat may reply with."""
    seat = (view.seat + 1) % view.rules.players
    count = view.count + card.value
    seen_cards = [*view.hand, *view.discards, *(laid for _, laid in view.plays)]
    seen_cards += [view.starter] if view.starter else []
    found = {}
    for rank in Rank:
        reply = Card(rank, Suit.CLUBS)
        fits = count + reply.value <= 31 and reply.value >= view.least[seat]
        if fits and view.hand_sizes[seat] and sum(one.rank == rank for one in seen_cards) < 4:
            items = score_play((*view.pile, card, reply)).items
            if items:
                found[rank] = items
    return found


_A = {
    Rank.ACE: _("an ace"),
    Rank.TWO: _("a two"),
    Rank.THREE: _("a three"),
    Rank.FOUR: _("a four"),
    Rank.FIVE: _("a five"),
    Rank.SIX: _("a six"),
    Rank.SEVEN: _("a seven"),
    Rank.EIGHT: _("an eight"),
    Rank.NINE: _("a nine"),
    Rank.TEN: _("a ten"),
    Rank.JACK: _("a jack"),
    Rank.QUEEN: _("a queen"),
    Rank.KING: _("a king"),
}
