"""The procedure: card values, the course of a deal, and an example deal."""

from collections.abc import Iterable, Sequence
from functools import cache

from pegboard.cribbage.cards import DECK, Cards, Rank, parse_cards
from pegboard.cribbage.game import (
    Action,
    Deal,
    Dealt,
    Discard,
    Event,
    Kind,
    Rules,
    Scored,
    apply,
    new_game,
)
from pegboard.cribbage.notation import parse_action
from pegboard.i18n import _
from pegboard.learn.rulebook.section import Section
from pegboard.narration.events import face, narrate


def cards() -> Section:
    """Returns the section on the values of the cards, computed from the pack."""
    values = {card.rank: card.value for card in DECK[: len(Rank)]}
    low, *named = [rank for rank in Rank if values[rank] == rank != Rank.TEN]
    tens = [rank for rank in Rank if values[rank] == values[Rank.TEN]]
    rows = [
        (_letters([low]), str(values[low])),
        (
            _("{low} to {high}", low=_letters(named[:1]), high=_letters(named[-1:])),
            _("its number"),
        ),
        (_letters(tens), str(values[Rank.TEN])),
    ]
    text = (
        _(
            "The ranks in order: {ranks}. The ace is always low, never next to a king.",
            ranks=_letters(Rank),
        ),
        _("Suits matter only for a flush and for nobs."),
    )
    columns = (_("rank"), _("counts"))
    return Section("cards", _("Card values"), text, (), columns, tuple(rows))


def table(tables: Sequence[Rules]) -> Section:
    """Returns the section on sides, cards and crib for each number of players."""
    names = [
        _("4 partners") if rules.partners else _("{n} players", n=rules.players) for rules in tables
    ]
    rows = (
        (_("scores, a track each"), *[str(rules.sides) for rules in tables]),
        (_("dealt to each seat"), *[str(rules.dealt) for rules in tables]),
        (_("dealt to the crib"), *[str(_to_the_crib(rules)) for rules in tables]),
        (_("each seat discards"), *[str(rules.laid_away) for rules in tables]),
        (_("left in each hand"), *[str(rules.dealt - rules.laid_away) for rules in tables]),
    )
    text = [_("Seats go clockwise. Pone is the seat on the dealer's left.")]
    if any(rules.partners for rules in tables):
        text.append(
            _(
                "Partners sit opposite each other and share one score: all that either of them "
                "pegs, and the crib when either deals, belongs to their side."
            )
        )
    return Section("table", _("The deal"), tuple(text), (), ("", *names), rows)


def deal(tables: Sequence[Rules]) -> Section:
    """Returns the section on the course of a deal, from the cut to the next deal."""
    if len(tables) == 1:
        rules = tables[0]
        dealt = _("{cards} cards to each seat", cards=rules.dealt)
        if _to_the_crib(rules):
            more = _to_the_crib(rules)
            dealt = _("{dealt}, and {cards} straight to the crib", dealt=dealt, cards=more)
        laid_away = _("Each seat discards {cards}, face down", cards=rules.laid_away)
    else:
        dealt = _("the number of cards in the table above")
        laid_away = _("Each seat discards, face down, until it holds four")
    steps = (
        _(
            "For the first deal, everyone cuts a card. The lowest card deals; those who tie for "
            "lowest cut again."
        ),
        _("The dealer shuffles and deals {dealt}.", dealt=dealt),
        _(
            "{laid_away}. These cards form the crib, which nobody looks at until the show. The "
            "dealer scores it, so throw good cards to your own crib and poor ones to an "
            "opponent's.",
            laid_away=laid_away,
        ),
        _(
            "Pone cuts the starter. If it is a jack, the dealer pegs {points} at once for his "
            "heels.",
            points=in_example(Kind.HEELS),
        ),
        _(
            "The play: the players take turns to play a card, and the count goes up; see below. "
            "The starter stays on the pack."
        ),
        _(
            "The show: the players pick up their cards and count them with the starter as a fifth "
            "card. Pone counts first, the others follow clockwise, and the dealer counts last, "
            "then the crib."
        ),
        _("The seat on the dealer's left deals next."),
    )
    return Section("deal", _("How a deal goes"), steps=steps)


def example() -> Section:
    """Returns the section with the example deal: its steps, and the points pegged in each."""
    text = (
        _(
            "Pone is dealt {pones} and discards {away}. The dealer is dealt {dealers} and "
            "discards {other}.",
            pones=faces(_HANDS[1]),
            away=faces(_AWAY[1]),
            dealers=faces(_HANDS[0]),
            other=faces(_AWAY[0]),
        ),
    )
    happened = [event for event in _events() if not isinstance(event, Dealt)]
    steps = narrate(happened, ("The dealer", "Pone"))
    return Section("example", _("One deal, card by card"), text, tuple(steps))


def in_example(kind: Kind) -> int:
    """Returns the points of an award that occurs only in the course of a deal."""
    scored = [event.item for event in _events() if isinstance(event, Scored)]
    return next(item.points for item in scored if item.kind == kind)


_HANDS = (parse_cards("8H5H4D6HQH4C"), parse_cards("8D9D7HJHKC6C"))
_AWAY = (parse_cards("8HQH"), parse_cards("JHKC"))
_LINES = """\
cut JC
play 1 9D
play 0 6H
play 1 6C
play 0 4D
go 1
play 0 5H
play 1 8D
play 0 4C
play 1 7H"""


@cache
def _events() -> tuple[Event, ...]:
    """Returns the events of the example deal, played by the engine."""
    actions: list[Action] = [Deal(0, _HANDS), *map(Discard, (0, 1), _AWAY)]
    actions += map(parse_action, _LINES.split("\n"))
    state = new_game(Rules())
    events: tuple[Event, ...] = ()
    for action in actions:
        state, more = apply(state, action)
        events += more
    return events


def _to_the_crib(rules: Rules) -> int:
    return 4 - rules.players * rules.laid_away


def _letters(ranks: Iterable[Rank]) -> str:
    return " ".join("10" if rank == Rank.TEN else rank.letter for rank in ranks)


def faces(cards: Cards) -> str:
    """Formats cards for people, separated by spaces."""
    return " ".join(map(face, cards))
