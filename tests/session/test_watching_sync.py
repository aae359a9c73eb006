"""Property test of `DealSync`: with camera errors and corrections, the true deal wins."""

import asyncio
from collections.abc import Sequence
from itertools import count

from hypothesis import given, settings
from hypothesis import strategies as st

from pegboard.camera.watched import WatchedLine, WatchResult
from pegboard.cribbage import Card, Crib, Cut, Deal, Go, Play, apply, new_game
from pegboard.cribbage.cards import DECK
from pegboard.cribbage.game import Action, Peg, Rules, Undo
from pegboard.cribbage.tags import header_of
from pegboard.errors import IllegalAction
from pegboard.session.moves import Moves
from pegboard.session.table import Table
from pegboard.session.watching.deal import VISIBLE, refit
from pegboard.session.watching.question import Answer
from pegboard.session.watching.sync import DealSync
from pegboard.vision.films.deals import random_deal
from tests.support.memory_journal import memory_journal, run_inline

DOINGS = st.lists(
    st.tuples(
        st.sampled_from(["see", "misread", "enter", "peg", "mend", "undo"]), st.integers(0, 9)
    ),
    max_size=25,
)


class WatchedDeal:
    """One deal, a camera that errs, and people who do not."""

    def __init__(self, seed: int) -> None:
        deal = random_deal(seed, 2)
        self.truth = [a for a in deal.actions if isinstance(a, Deal | Cut | Play | Go | Crib)]
        self.table = Table(memory_journal(), run_inline, lambda: 1000.0)
        self.moves = Moves(self.table, lambda: None)
        seconds = count(0, 1000)
        self.ledger = DealSync(self.moves, lambda: float(next(seconds)))
        self.ids = (f"people-{n}" for n in count())
        self.pegs = 0
        self.has_update = False

    @property
    def lines(self) -> list[Action]:
        return [action for action, _ in self.table.history if isinstance(action, VISIBLE)]

    async def see(self, lines: Sequence[Action]) -> None:
        """Sends the camera the update; it then reports these lines."""
        self.ledger.next_update(self.has_update)
        self.has_update = True
        watched = tuple(map(WatchedLine, lines))
        await self.ledger.update_game(WatchResult(0, 1, watched, True, "ok", 5.0, 1.0, (), 9, 9))

    async def do(self, what: str, n: int) -> None:
        """Does one thing, if it makes sense now."""
        lines, truth = self.lines, self.truth
        right = lines == truth[: len(lines)]
        id = next(self.ids)
        if what == "see":
            await self.see(truth[: len(lines) + n % 3])
        elif what == "misread":
            await self.see(misread(truth[: len(lines) + 1], n))
        elif what == "enter" and right and len(lines) < len(truth):
            await self.moves.submit(truth[len(lines)], id=id, by="people")
        elif what == "peg" and lines:
            self.pegs += 1
            await self.moves.submit(Peg(n % 2, 1), id=id, by="people")
        elif what == "undo" and lines and not right and not isinstance(self.last, Peg):
            await self.moves.submit(Undo(), id=id, by="people")
        elif what == "mend" and not right:
            await self.mend(id)

    @property
    def last(self) -> Action:
        return self.table.history[-1][0]

    async def mend(self, id: str) -> None:
        """Puts the first wrong card right, as `Undoing.edit` does."""
        wrong = next(
            n
            for n, pair in enumerate(zip(self.lines, self.truth, strict=False))
            if pair[0] != pair[1]
        )
        if type(self.lines[wrong]) is not type(self.truth[wrong]):
            return
        places = [n for n, (a, _) in enumerate(self.table.history) if isinstance(a, VISIBLE)]
        at, action = places[wrong], self.truth[wrong]
        later = [other for other, _ in self.table.history[at + 1 :]]
        try:
            tail = [action, *refit(apply(self.table.state_before(at), action).state, later)]
            await self.moves.replace_tail(at, tail, seq=self.table.seq, id=id, by="people")
        except IllegalAction:
            pass


def misread(lines: Sequence[Action], n: int) -> list[Action]:
    """Returns the lines with another card for the last one, where that is possible."""
    used = {getattr(action, "card", None) for action in lines}
    free: list[Card] = [card for card in DECK if card not in used]
    last = lines[-1]
    if not isinstance(last, Play | Cut):
        return list(lines)
    wrong: Action = Cut(free[n]) if isinstance(last, Cut) else Play(last.seat, free[n])
    state = new_game(Rules(), lines[0].dealer if isinstance(lines[0], Deal) else 0)
    try:
        for action in (*lines[:-1], wrong):
            state = apply(state, action).state
    except IllegalAction:
        return list(lines)
    return [*lines[:-1], wrong]


@given(st.integers(0, 10**6), DOINGS)
@settings(max_examples=60, deadline=None)
def test_sync_converges_to_the_game_that_was_played(
    seed: int, doings: list[tuple[str, int]]
) -> None:
    async def story() -> None:
        game = WatchedDeal(seed)
        first = game.truth[0]
        assert isinstance(first, Deal)
        header = header_of(Rules(), ("Ann", "Ben"), first.dealer)
        await game.table.start_game("g", header, "score")
        for what, n in doings:
            await game.do(what, n)
        for _ in range(2 * len(game.truth)):
            await game.see(game.truth)
            if game.ledger.blocking_question is not None:
                game.ledger.apply_answer(game.ledger.blocking_question, Answer.YES)
        assert [str(a) for a in game.lines] == [str(a) for a in game.truth]
        peg_count = sum(isinstance(action, Peg) for action, _ in game.table.history)
        assert peg_count == game.pegs, "people's own points stay"

    asyncio.run(story())
