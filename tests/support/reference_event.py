"""Random events with their log, and what a director with paper and pencil would have at the end.

The paper is the second implementation: it knows no decisions, only sheets on which a line is
written over another one, and a stack of copies to which an undo returns.
"""

from copy import deepcopy
from dataclasses import dataclass, field
from itertools import groupby
from random import Random

from pegboard.errors import IllegalAction
from pegboard.tournament.codes import EventFault
from pegboard.tournament.decisions import (
    Amended,
    AnyDecision,
    Drawn,
    EventKind,
    Forfeited,
    Game,
    Left,
    Opened,
    Recorded,
    Renamed,
    Undone,
    WrittenLine,
    chain_decisions,
    event_root,
    parse_decision,
)
from pegboard.tournament.registration import Registration, register
from pegboard.tournament.scorecards.line import Card, Line
from pegboard.tournament.spreadsheet import standings_csv
from pegboard.tournament.state import EventState, apply_decision, fold
from tests.support.reference_standings import reference_places

NAMES = ("Ann", "Ben", "Cleo", "Dov", "Eve", "Finn", "Gus")


@dataclass
class Paper:
    """The sheets of a night: names, present players, and a line per player and round."""

    names: dict[str, str] = field(default_factory=dict)
    here: list[str] = field(default_factory=list)
    lines: dict[str, dict[int, tuple[str, int, int, int]]] = field(default_factory=dict)
    """Player -> round -> opponent, points, plus, minus."""

    def write(self, round: int, winner: str, loser: str, margin: int, points: int) -> None:
        """Writes a game on both sheets."""
        self.lines[winner][round] = (loser, points, margin, 0)
        self.lines[loser][round] = (winner, 0, 0, margin)

    def cards(self) -> list[Card]:
        """Returns the sheets as score cards."""
        return [
            Card(player, tuple(
                Line(round, other, points, plus or None, minus or None)
                for round, (other, points, plus, minus) in sheet.items()
            ))
            for player, sheet in self.lines.items()
        ]  # fmt: skip


class RandomEvent:
    """A random event: its log, its state, and the paper.

    Args:
        rng: source of everything random.
    """

    def __init__(self, rng: Random) -> None:
        self._rng, self._at = rng, 1.0
        opened = Opened(
            at=0.0, by="d", name="Night", kind=EventKind.CLUB, games=rng.randint(1, 4),
            seed=str(rng.random()),
        )  # fmt: skip
        self.log: list[AnyDecision] = [opened]
        self.state = apply_decision(EventState(), opened)
        self.paper = Paper()
        self._before: list[tuple[int, Paper, EventState]] = []
        """Decisions that can be undone, the latest last: number, previous paper and state."""
        self.done: set[str] = set()
        """Kinds of steps that took place."""

    def play(self) -> None:
        """Plays the whole night."""
        for name in self._rng.sample(NAMES, self._rng.randint(2, 5)):
            self._enter(name)
        while len(self.state.rounds) < self.state.games and len(self.paper.here) > 1:
            self._draw()
            for _ in range(self._rng.randint(0, 12)):
                self._step()
            self._before.clear()  # a round that was drawn stands

    def _step(self) -> None:
        steps = (self._type_result, self._type_result, self._type_result, self._correct_both)
        more = (self._correct_one, self._rename, self._forfeit, self._arrive, self._leave)
        self._rng.choice((*steps, *more, self._undo))()

    def _decide(self, decision: AnyDecision, kind: str) -> None:
        after = apply_decision(self.state, decision)
        self._before.append((len(self.log) + 1, deepcopy(self.paper), self.state))
        self.log.append(decision)
        self.state = after
        self.done.add(kind)

    def _clock(self) -> float:
        self._at += 1.0
        return self._at

    def _enter(self, name: str) -> None:
        for entered in register(
            self.state, [Registration(name)], "d", self._clock(), twice=self._rng.random() < 0.5
        ):
            self._decide(entered, "enter")
            self.paper.names[entered.player] = entered.name
            self.paper.here.append(entered.player)
            self.paper.lines.setdefault(entered.player, {})

    def _arrive(self) -> None:
        before = len(self.paper.here)
        self._enter(self._rng.choice(NAMES))
        if len(self.paper.here) > before:
            self.done.add("late arrival")

    def _leave(self) -> None:
        if len(self.paper.here) > 2:
            player = self._rng.choice(self.paper.here)
            self._decide(Left(at=self._clock(), by="d", player=player), "leave")
            self.paper.here.remove(player)

    def _draw(self) -> None:
        drawn = self.state.next_round()
        assert drawn is not None
        seated = [player for pairing in drawn.pairings for player in pairing.seats]
        seated += [drawn.bye] if drawn.bye else []
        assert sorted(seated) == sorted(self.paper.here), "late arrivals sit in, once"
        games = tuple(Game(pairing.table, *pairing.seats) for pairing in drawn.pairings)
        decision = Drawn(at=self._clock(), by="d", round=drawn.number, games=games, bye=drawn.bye)
        self._decide(decision, "draw")
        self._before.clear()

    def _game(self) -> tuple[int, str, str]:
        round = self._rng.choice(self.state.rounds[-2:])
        seats = self._rng.sample(self._rng.choice(round.pairings).seats, 2)
        return round.number, seats[0], seats[1]

    def _record(self, *, corrects: bool) -> None:
        round, winner, loser = self._game()
        score = self._rng.choice((0, 60, 61, 90, 91, 120, self._rng.randrange(121)))
        decision = Recorded(
            at=self._clock(), by="d", round=round, winner=winner, loser=loser, score=score,
            reason="misheard" if corrects else "",
        )  # fmt: skip
        is_written = round in self.paper.lines[winner] or round in self.paper.lines[loser]
        if is_written and not corrects:
            try:
                apply_decision(self.state, decision)
            except IllegalAction as refused:
                assert refused.code is EventFault.SIGNED_ALREADY
                return
            raise AssertionError("a line was replaced without a reason")
        self._decide(decision, "correction" if is_written else "typed result")
        self.paper.write(round, winner, loser, 121 - score, 3 if score < 91 else 2)

    def _type_result(self) -> None:
        self._record(corrects=False)

    def _correct_both(self) -> None:
        self._record(corrects=True)

    def _correct_one(self) -> None:
        round, player, other = self._game()
        line = self.paper.lines[player].get(round)
        if line is None:
            return
        margin = self._rng.randint(1, 121)
        new = Line(round, other, 0, minus=margin)
        old = self.state.cards[player].line(round)
        assert old is not None
        decision = Amended(
            at=self._clock(), by="d", player=player, old=WrittenLine.of(old),
            new=WrittenLine.of(new), rule="12.2 a", reason="cards differ",
        )  # fmt: skip
        self._decide(decision, "card corrected")
        self.paper.lines[player][round] = (other, 0, 0, margin)

    def _forfeit(self) -> None:
        round, late, other = self._game()
        if round not in self.paper.lines[late] and round not in self.paper.lines[other]:
            self._decide(Forfeited(at=self._clock(), by="d", round=round, late=late), "forfeit")
            self.paper.write(round, other, late, 10, 2)

    def _rename(self) -> None:
        player, name = self._rng.choice([*self.paper.names]), f"{self._rng.choice(NAMES)} Ray"
        old = self.paper.names[player]
        self._decide(Renamed(at=self._clock(), by="d", player=player, old=old, name=name), "rename")
        self.paper.names[player] = name

    def _undo(self) -> None:
        if self._before:
            seq, self.paper, before = self._before.pop()
            self.log.append(Undone(at=self._clock(), by="d", seq=seq))
            self.state = fold(self.log)
            assert self.state == before, "one undo takes one decision back"
            self.done.add("undo")


def compare_with_paper(rng: Random) -> set[str]:
    """Plays a random night; returns the kinds of its steps."""
    event = RandomEvent(rng)
    event.play()
    state, cards = event.state, event.paper.cards()
    assert list(state.present) == event.paper.here and dict(state.names) == event.paper.names
    assert dict(state.cards) == {card.player: card for card in cards}
    places = [
        {place.player for place in group}
        for _, group in groupby(state.standings(), key=lambda place: place.place)
    ]
    assert places == reference_places(cards)
    stored = chain_decisions(event_root("e"), event.log)
    assert fold([parse_decision(decision.text) for decision in stored]) == state
    assert all(f'"{name}"' in standings_csv(state) for name in event.paper.names.values())
    return event.done
