"""Why one discard or card is better than another, as one player would tell it to the next.

>>> from random import Random
>>> from pegboard.cards import parse_cards
>>> from pegboard.game import Deal, Rules, apply, new_game, view
>>> hands = (parse_cards("5S5HJDQC2H9D"), parse_cards("6DJH4H7C2D8D"))
>>> state = apply(new_game(Rules(), dealer=1), Deal(1, hands)).state
>>> hint(view(state, 0), Random(1)).action
Discard(seat=0, cards=(Card.parse('2H'), Card.parse('9D')))
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from pegboard.cards import Card, Cards, Rank, Suit
from pegboard.game import Action, Discard, Go, Play, View
from pegboard.players.weighing import Option, Parts, weigh
from pegboard.scoring import Item, score_play
from pegboard.telling import face, listed

ALIKE_POINTS = 0.1
ALIKE_CHANCE = 0.003
"""Choices this close are as good as each other."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What the expert would do, and why.

    Attributes:
        action: it.
        cards: the cards to tap: those laid away, or the one to play; () for a go.
        text: one or two sentences.
    """

    action: Action
    cards: Cards
    text: str


def hint(view: View, rng: Random) -> Hint | None:
    """What the expert would do from here; None where nothing is to be decided.

    It is told from the view alone: two games that differ in hidden cards give the same hint.
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
        return Hint(best.action, best.action.cards, _discard(view, best, other, "the next best"))
    assert isinstance(best.action, Play)
    return Hint(best.action, (best.action.card,), _card(view, best, other))


def reason(view: View, best: Option, chosen: Option) -> str:
    """Why `best` is better than what was `chosen`; that both are as good, where they are."""
    if isinstance(best.action, Discard):
        return _discard(view, best, chosen, "this")
    return _card(view, best, chosen)


def alike(best: Option, other: Option) -> bool:
    """Whether nobody could tell which of two choices is better."""
    if best.behind is not None and other.behind is not None:
        return abs(other.behind - best.behind) < ALIKE_CHANCE
    return abs(best.points - other.points) < ALIKE_POINTS


def ranks_text(cards: Sequence[Card]) -> str:
    """Cards without their suits, low to high: `5 5 J Q`."""
    return " ".join(face(card)[:-1] for card in sorted(cards))


def _only(action: Action) -> Hint:
    if isinstance(action, Play):
        return Hint(action, (action.card,), f"{face(action.card)} is the only card that fits.")
    return Hint(action, (), "No card fits: say go.")


def _same(best: Option, other: Option) -> bool:
    """Whether two choices are one but for suits that do not matter."""
    if isinstance(best.action, Play) and isinstance(other.action, Play):
        return best.action.card.rank == other.action.card.rank
    assert isinstance(best.action, Discard) and isinstance(other.action, Discard)
    return ranks_text(best.action.cards) == ranks_text(other.action.cards)


def _gain(best: Option, other: Option, than: str) -> str:
    """How much better, in points, or in games where that says more."""
    if alike(best, other):
        return f"as good as {than}"
    points = best.points - other.points
    if best.behind is not None and other.behind is not None:
        games = 100 * (other.behind - best.behind)
        # A point is worth about three games in a hundred; elsewhere the board decides.
        if points < ALIKE_POINTS or games > 8 * points:
            return f"wins {games:.1f} games in a hundred more than {than}"
    return f"{points:.1f} more than {than}"


def _discard(view: View, best: Option, other: Option, than: str) -> str:
    assert isinstance(best.action, Discard) and best.parts is not None
    kept = [card for card in view.hand if card not in best.action.cards]
    text = f"Keep {ranks_text(kept)}: {best.parts.hand:.1f} on average"
    assert isinstance(other.action, Discard) and other.parts is not None
    if than == "the next best":
        than = ranks_text([card for card in view.hand if card not in other.action.cards])
    text += f", {_gain(best, other, than)}{'' if alike(best, other) else ' in all'}"
    return f"{text}; {_crib(best.parts, other.parts)}."


def _crib(best: Parts, other: Parts) -> str:
    text = f"your crib is then worth {best.crib:.1f}"
    if not best.own:
        text = f"the crib you give costs {best.crib:.1f}"
    if abs(best.crib - other.crib) < ALIKE_POINTS:
        return text
    more = best.crib - other.crib
    return f"{text}, {abs(more):.1f} {'more' if more > 0 else 'less'}"


def _card(view: View, best: Option, other: Option | None) -> str:
    assert isinstance(best.action, Play)
    card = best.action.card
    verb = "Play" if view.pile else "Lead"
    text = f"{verb} {face(card)}"
    if other is None or not isinstance(other.action, Play):
        return f"{text}: the others are the same."
    second = other.action.card
    text += f": {_gain(best, other, f'the {face(second)}')}"
    if alike(best, other):
        return f"{text}."
    reasons = [_scores(view, card), _is_safe(view, card)]
    if not _scores(view, card):
        reasons.append(_scores_less(view, second))
    if best.points - other.points >= ALIKE_POINTS:
        reasons.append(_tempts(view, card, second))
    return "; ".join([text, *[one for one in reasons if one]]) + "."


def _scores(view: View, card: Card) -> str:
    items = score_play((*view.pile, card)).items
    return f"it makes {listed(items)}" if items else ""


def _scores_less(view: View, card: Card) -> str:
    items = score_play((*view.pile, card)).items
    return f"{listed(items)} with the {face(card)} costs more than it brings" if items else ""


def _is_safe(view: View, card: Card) -> str:
    if view.count + card.value == 31 or _answers(view, card):
        return ""
    return "nothing laid on it scores at once"


def _tempts(view: View, best: Card, other: Card) -> str:
    """An answer that the worse card invites and the better one does not."""
    invited = _answers(view, other)
    there = _answers(view, best)
    avoided = {rank: items for rank, items in invited.items() if rank not in there}
    if best.rank in there:
        avoided.pop(other.rank, None)  # either card can be paired
    if not avoided or view.count + other.value == 31:
        return ""
    rank = max(avoided, key=lambda rank: (sum(item.points for item in avoided[rank]), -rank))
    return f"on the {face(other)} {_a(rank)} would make {listed(avoided[rank])}"


def _answers(view: View, card: Card) -> dict[Rank, tuple[Item, ...]]:
    """What each rank would score, laid by the next seat on this card, as far as it may hold it."""
    seat = (view.seat + 1) % view.rules.players
    count = view.count + card.value
    seen = [*view.hand, *view.discards, *(laid for _, laid in view.plays)]
    seen += [view.starter] if view.starter else []
    found = {}
    for rank in Rank:
        reply = Card(rank, Suit.CLUBS)
        fits = count + reply.value <= 31 and reply.value >= view.least[seat]
        if fits and view.hand_sizes[seat] and sum(one.rank == rank for one in seen) < 4:
            items = score_play((*view.pile, card, reply)).items
            if items:
                found[rank] = items
    return found


def _a(rank: Rank) -> str:
    name = rank.name.lower()
    return f"an {name}" if name[0] in "ae" else f"a {name}"
