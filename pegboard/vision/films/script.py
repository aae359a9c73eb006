"""Script of a deal on a table, picture by picture: where cards and arms are.

Lengths are in card widths, right and down from the centre of the table.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from random import Random

from pegboard.cribbage import format_action, format_cards
from pegboard.cribbage.actions import Crib, Hand
from pegboard.cribbage.cards import Cards
from pegboard.vision.films.deals import TableDeal
from pegboard.vision.films.scene import SEATS, Arm, Event, Lying, Manner, Moment
from pegboard.vision.training.render.layouts import Place


@dataclass
class Table:
    """Table while it is filmed; `half` is half the picture's width and height."""

    rng: Random
    half: tuple[float, float]
    players: int
    manner: Manner
    moments: list[Moment] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    cards: list[Lying] = field(default_factory=list)

    # --- places

    def spot(self, seat: int) -> tuple[float, float]:
        """Returns the place of a player's first card."""
        across, down = SEATS[self.players][seat]
        return across * self.half[0], down * self.half[1]

    def turn(self, seat: int) -> float:
        """Returns the rotation of a player's cards, in radians."""
        across, down = SEATS[self.players][seat]
        quarter = abs(across) * 1.2 > abs(down)
        return (math.pi / 2 if quarter else 0.0) + (math.pi if self.rng.random() < 0.5 else 0.0)

    @property
    def deck(self) -> Place:
        """Place of the deck."""
        across = 0.8 if self.players != 4 else 0.82
        down = 0.02 if self.players == 2 else 0.62 if self.players == 3 else -0.62
        return Place(across * self.half[0], down * self.half[1], 0.06)

    def crib(self, dealer: int) -> Place:
        """Returns the place of the face-down crib: beside the deck, towards the dealer."""
        toward = 1 if self.spot(dealer)[1] >= self.deck.y else -1
        return Place(self.deck.x - 0.1, self.deck.y + toward * 1.7, 0.1)

    def near(self, place: Place, by: float = 0.04) -> Place:
        """Returns a place with random jitter."""
        gauss = self.rng.gauss
        return Place(place.x + gauss(0, by), place.y + gauss(0, by), place.turn + gauss(0, by))

    # --- time

    def show(self, *arms: Arm, times: int = 1) -> None:
        """Adds `times` pictures of the table as it is now, with arms above it."""
        for _ in range(times):
            self.moments.append(Moment(tuple(self.cards), arms))
            if not arms:
                for event in self.events:
                    event.frame = len(self.moments) - 1 if event.frame < 0 else event.frame

    def pause(self) -> None:
        """Adds pictures in which nothing happens."""
        self.show(times=self.rng.randint(*self.manner.pace))

    def reach(self, seat: int, at: Place, holds: Lying | None = None, comes: bool = True) -> None:
        """Adds a picture of a player's arm on its way to a place, or back."""
        edge = SEATS[self.players][seat]
        share = self.rng.uniform(0.45, 0.75)
        x = at.x * share + edge[0] * 2.2 * self.half[0] * (1 - share)
        y = at.y * share + edge[1] * 2.2 * self.half[1] * (1 - share)
        if holds is not None:
            holds = replace(holds, place=Place(x, y, holds.place.turn))
        if comes or self.rng.random() > self.manner.hasty:
            self.show(Arm(seat, x, y, True, holds))

    def lay(self, seat: int, cards: Sequence[Lying], line: str | None = None) -> None:
        """Scripts a player laying down cards in one movement."""
        last = cards[-1]
        self.reach(seat, last.place, last)
        self.cards += cards
        if line is not None:
            self.events.append(Event(line, len(self.moments)))
        self.show(Arm(seat, last.place.x, last.place.y, False), times=self.rng.randint(1, 2))
        self.reach(seat, last.place, comes=False)

    def pick_up(self, seat: int, cards: Sequence[Lying]) -> None:
        """Scripts a player picking up cards in one movement."""
        if not cards:
            return
        at = cards[-1].place
        self.reach(seat, at)
        self.show(Arm(seat, at.x, at.y, False))
        removed = {id(card) for card in cards}
        self.cards = [card for card in self.cards if id(card) not in removed]
        self.reach(seat, at, comes=False)

    def of(self, *zones: str) -> list[Lying]:
        """Returns the cards in the given zones."""
        return [card for card in self.cards if card.zone in zones]


class Director:
    """Script writer for deals on a table."""

    def __init__(self, table: Table) -> None:
        """Creates the initial scene: the deck on the table."""
        self.table = table
        table.cards = [Lying(None, table.deck, "deck")]
        table.show(times=2)

    def play(self, deal: TableDeal) -> None:
        """Scripts a whole deal."""
        table, seats = self.table, range(self.table.players)
        if table.manner.cuts_for_deal and not table.events:
            self._cut_for_deal(deal)
        self._deal(deal)
        self._lay_away(deal)
        self._cut(deal)
        self._plays(deal)
        for seat in seats:
            table.pick_up(seat, table.of(f"play{seat}", f"done{seat}"))
        table.pause()
        order = [(deal.dealer + 1 + step) % table.players for step in seats]
        for seat in order:
            self._open(seat, deal.hands[seat], format_action(Hand(seat, deal.hands[seat])))
            if not table.manner.stays:
                table.pick_up(seat, table.of(f"open{seat}"))
                table.pause()
        table.pick_up(deal.dealer, table.of("crib"))
        table.pick_up(deal.dealer, table.of(f"open{deal.dealer}"))
        self._open(deal.dealer, deal.crib, format_action(Crib(deal.crib)))
        for seat in seats:
            table.pick_up(seat, table.of(f"open{seat}"))
        table.pause()
        table.pick_up((deal.dealer + 1) % table.players, table.of("starter"))
        table.show(times=3)

    def _cut_for_deal(self, deal: TableDeal) -> None:
        table = self.table
        for number, card in enumerate((deal.crib[0], deal.crib[1])):
            at = Place((number - 0.5) * 1.6, (0.5 - number) * 0.4, 0.0)
            table.lay(number, [Lying(card, at, "cut")])
            table.pause()
        table.pick_up(0, table.of("cut"))
        table.show()

    def _deal(self, deal: TableDeal) -> None:
        table = self.table
        first = (deal.dealer + 1) % table.players
        for turn in range(2 * table.players):
            seat = (first + turn) % table.players
            x, y = table.spot(seat)
            spot = Place(x * 1.35 + 0.3, y * 1.35, table.turn(seat))
            pack = [Lying(None, table.near(spot), f"hand{seat}") for _ in range(2)]
            table.lay(deal.dealer, pack)
        table.events.append(Event(f"deal {deal.dealer}", len(table.moments)))
        table.show(times=2)
        table.pause()
        for step in range(table.players):
            seat = (first + step) % table.players
            table.pick_up(seat, table.of(f"hand{seat}"))
        table.show(times=table.rng.randint(2, 5))

    def _lay_away(self, deal: TableDeal) -> None:
        table = self.table
        for seat in range(table.players):
            away = [Lying(None, table.near(table.crib(deal.dealer)), "crib")]
            table.lay(seat, away if table.players > 2 else away * 1 + away[:1])
            table.pause()

    def _cut(self, deal: TableDeal) -> None:
        table = self.table
        pone = (deal.dealer + 1) % table.players
        table.reach(pone, table.deck)
        table.show(Arm(pone, table.deck.x, table.deck.y, False))
        table.reach(pone, table.deck, comes=False)
        table.lay(
            deal.dealer,
            [Lying(deal.starter, table.near(table.deck, 0.02), "starter")],
            f"cut {deal.starter}",
        )
        table.show()
        table.pause()

    def _plays(self, deal: TableDeal) -> None:
        table, manner, rng = self.table, self.table.manner, self.table.rng
        for number, play in enumerate(deal.plays):
            if number in deal.closed:
                table.pause()
                self._close()
            if rng.random() < manner.retracts and number < len(deal.plays) - table.players:
                hand = [p.card for p in deal.plays[number + 1 :] if p.seat == play.seat]
                if hand:
                    slip = Lying(hand[-1], self._next(play.seat), f"play{play.seat}")
                    table.lay(play.seat, [slip])
                    table.show()
                    table.pick_up(play.seat, [slip])
                    table.show()
            card = Lying(play.card, self._next(play.seat), f"play{play.seat}")
            table.lay(play.seat, [card], format_action(play))
            table.pause()
            if rng.random() < manner.bumps:
                self._bump(rng.randrange(table.players))
        table.show(times=2)

    def _next(self, seat: int) -> Place:
        """Returns the place of a player's next card."""
        table, rng = self.table, self.table.rng
        x, y = table.spot(seat)
        turn = 0.0 if abs(SEATS[table.players][seat][0]) < 0.45 else math.pi / 2
        turn += math.pi if rng.random() < 0.5 else 0.0
        played = [card for card in table.of(f"play{seat}") if card.card is not None]
        number = len(played)
        start = (x - 1.0, y)
        steps = {"row": 0.78, "tight": 0.27, "fan": 0.4, "heap": 0.1}
        step = steps[table.manner.style] * number
        slant = (number - 1.5) * 0.14 if table.manner.style == "fan" else 0.0
        sideways = abs(math.sin(turn)) > 0.5
        loose = 0.12 if table.manner.style == "heap" else 0.03
        place = Place(
            start[0] + (0.0 if sideways else step) + (1.0 if sideways else 0.0),
            start[1] + (step - 0.8 if sideways else 0.0),
            turn + slant,
        )
        return table.near(place, loose)

    def _close(self) -> None:
        """Clears the piles when the count is reset, in the way these players do it."""
        table = self.table
        if table.manner.clear == "leave":
            return
        for seat in range(table.players):
            pile = table.of(f"play{seat}")
            if not pile:
                continue
            table.pick_up(seat, pile)
            x, y = table.spot(seat)
            aside = Place(x + 2.2, y, pile[-1].place.turn)
            if table.manner.clear == "turn":
                down = [Lying(None, table.near(aside), f"done{seat}") for _ in pile]
                table.lay(seat, down)
            else:
                pushed = [
                    Lying(card.card, Place(aside.x + 0.12 * n, aside.y, aside.turn), f"done{seat}")
                    for n, card in enumerate(pile)
                ]
                table.lay(seat, pushed)
        table.show()

    def _bump(self, seat: int) -> None:
        table = self.table
        dx, dy = table.rng.uniform(-0.18, 0.18), table.rng.uniform(-0.15, 0.15)
        pile = table.of(f"play{seat}")
        if not pile:
            return
        table.show(Arm(seat, pile[-1].place.x + 0.6, pile[-1].place.y + 0.2, True))
        moved = {id(card) for card in pile}
        table.cards = [
            replace(card, place=Place(card.place.x + dx, card.place.y + dy, card.place.turn + 0.05))
            if id(card) in moved
            else card
            for card in table.cards
        ]
        table.show()

    def _open(self, seat: int, cards: Cards, line: str) -> None:
        """Scripts a player laying a hand or the crib face up."""
        table = self.table
        x, y = table.spot(seat)
        step = {"row": 1.05, "tight": 0.32, "fan": 0.45, "heap": 0.36}[table.manner.style]
        sideways = abs(SEATS[table.players][seat][0]) >= 0.45
        turn = (math.pi / 2 if sideways else 0.0) + (math.pi if table.rng.random() < 0.5 else 0.0)
        shown = []
        for number, card in enumerate(table.rng.sample(cards, 4)):
            along = (number - 1.5) * step
            place = Place(x + (0 if sideways else along), y + (along if sideways else 0), turn)
            shown.append(Lying(card, table.near(place, 0.02), f"open{seat}"))
        table.lay(seat, shown, line)
        table.show(times=3)
        table.pause()


def lines_of(deal: TableDeal) -> list[str]:
    """Returns the deal as the lines of a game record."""
    order = [(deal.dealer + 1 + step) % len(deal.hands) for step in range(len(deal.hands))]
    return [
        *(format_action(action) for action in deal.actions),
        *(f"hand {seat} {format_cards(deal.hands[seat])}" for seat in order),
        f"crib {format_cards(deal.crib)}",
    ]
