"""Mutations of the rules: a file of the package, a text in it, and its wrong replacement.

`tests/tools/mutants.py` applies them and looks whether the tests notice. The text must stand in
its file exactly once, or the list is out of date.
"""

from typing import NamedTuple


class Mutation(NamedTuple):
    """One deliberate fault: its description and its text replacement."""

    name: str
    file: str
    text: str
    wrong: str


def _of(file: str, *changes: tuple[str, str, str]) -> list[Mutation]:
    return [Mutation(name, file, text, wrong) for name, text, wrong in changes]


MUTATIONS = [
    *_of(
        "cribbage/cards.py",
        ("a jack counts 11", "(min(rank, 10) for rank in Rank)",
         "(min(rank, 11) for rank in Rank)"),
    ),
    *_of(
        "cribbage/scoring.py",
        ("four-flush in the crib", "return 0 if crib else 4", "return 4"),
        ("flush of five as 4", ".suit == suit:\n        return 5",
         ".suit == suit:\n        return 4"),
        ("nobs for the starter", "if nobs in hand:", "if nobs in hand or starter.rank == 11:"),
        ("nobs 2", "Item(Kind.NOBS, 1, (nobs,))", "Item(Kind.NOBS, 2, (nobs,))"),
        ("nobs in any suit", "Card(Rank.JACK, card.suit) for", "Card(Rank.JACK, DECK[0].suit) for"),
        ("no nobs in the fast count", "            points += 1\n", "            points += 0\n"),
        ("fifteen 1 in the play", "Item(Kind.FIFTEEN, 2, tuple(pile))", "Item(Kind.FIFTEEN, 1)"),
        ("fifteen 1 in the show", "(Kind.FIFTEEN, 2, places)", "(Kind.FIFTEEN, 1, places)"),
        ("fifteen 1 in the fast count", "points = 2 * ways[15]", "points = ways[15]"),
        ("fifteens of two cards only", "for size in range(2, 6) for",
         "for size in range(2, 3) for"),
        ("thirty-one 1", "Item(Kind.THIRTY_ONE, 2,", "Item(Kind.THIRTY_ONE, 1,"),
        ("pair royal 3", "3: (Kind.PAIR_ROYAL, 6)", "3: (Kind.PAIR_ROYAL, 3)"),
        ("double pair royal 8", "(Kind.DOUBLE_PAIR_ROYAL, 12)", "(Kind.DOUBLE_PAIR_ROYAL, 8)"),
        (
            "pairs with other cards between",
            "    if same > 1:",
            "    same = ranks.count(ranks[0])\n    if same > 1:",
        ),
        ("a run of two", "range(min(len(ranks), _LONGEST_RUN), 2, -1)", "range(len(ranks), 1, -1)"),
        ("no run of seven", "_LONGEST_RUN = 7", "_LONGEST_RUN = 6"),
        (
            "shorter runs too in the play",
            "tuple(pile[-length:])))\n            break",
            "tuple(pile[-length:])))",
        ),
        (
            "runs laid in order only",
            "return len(set(ranks)) == len(ranks) == max(ranks) - min(ranks) + 1",
            "return list(ranks) == list(range(ranks[0], ranks[0] + len(ranks)))",
        ),
        (
            "ace high",
            "return len(set(ranks)) == len(ranks) == max(ranks) - min(ranks) + 1",
            "return _plain(ranks) or sorted(ranks) == [1, 12, 13]\n\n\n"
            "def _plain(ranks: Sequence[int]) -> bool:\n"
            "    return len(set(ranks)) == len(ranks) == max(ranks) - min(ranks) + 1",
        ),
        ("a double run counted once", "places) for places in runs]",
         "places) for places in runs[:1]]"),
        ("shorter runs too in the show", "        if runs:\n            break", "        continue"),
    ),
    *_of(
        "cribbage/play.py",
        ("31 on the last card 3", "and count != FULL:\n", "and (is_last or count != FULL):\n"),
        ("go and 31 both paid", "if next_seat is None and count != FULL:", "if next_seat is None:"),
        ("last 2", "else Kind.GO, 1, (card,))", "else Kind.GO, 1 + is_last, (card,))"),
        ("no last", "None and count != FULL:\n", "None and count != FULL and not is_last:\n"),
        ("go 2", "seat, [Item(Kind.GO, 1, (card,))])", "seat, [Item(Kind.GO, 2, (card,))])"),
        ("the last card's seat leads", "for step in range(1, players + 1))",
         "for step in range(players))"),
        (
            "who said go leads",
            "    return next(seat for seat in clockwise if stage.left[seat])",
            "    return next(seat for seat in (*stage.out, *clockwise) if stage.left[seat])",
        ),
        ("runs and pairs across a reset", "reset=len(stage.plays)", "reset=stage.reset"),
        ("the count passes 31", "    if stage.count + card.value > FULL:",
         "    if stage.count > FULL:"),
        ("a seat may hold back", "elif can_play(stage, seat):", "elif False:"),
        ("cards never dealt are played", "card not in stage.holds(seat)", "False"),
        (
            "one go ends the count",
            "    next_seat = _next_asked(stage, seat)\n    if next_seat is None:\n        state",
            "    next_seat = None\n    if next_seat is None:\n        state",
        ),
        ("a seat out of the count is asked",
         "if stage.left[candidate] and candidate not in stage.out:", "if stage.left[candidate]:"),
        ("a seat without cards is asked",
         "if stage.left[candidate] and candidate not in stage.out:",
         "if candidate not in stage.out:"),
        ("the turn goes the other way", "candidate = (seat + step) % players",
         "candidate = (seat - step) % players"),
        ("no second card after a go", "return last if can_play(stage, last) else None",
         "return None"),
        ("a go at any count", "_ALWAYS_FITS = FULL - 10", "_ALWAYS_FITS = 0"),
        ("a go tells too little", "FULL - stage.count + 1)", "FULL - stage.count)"),
    ),
    *_of(
        "cribbage/game.py",
        ("heels 1", "Item(Kind.HEELS, 2, (card,))", "Item(Kind.HEELS, 1, (card,))"),
        ("heels for pone", "award(state.at(playing), state.dealer,",
         "award(state.at(playing), state.pone,"),
        ("heels for a queen", "if card.rank == 11 else []", "if card.rank == 12 else []"),
        ("the dealer leads", "turn=state.pone,", "turn=state.dealer,"),
        ("a card dealt is cut", "    if any(card in cards for cards in",
         "    if card is None and any(card in cards for cards in"),
        ("the bonus for pone", "award(state, dealer, [Item(Kind.BONUS",
         "award(state, state.pone, [Item(Kind.BONUS"),
        ("play after the end", "    if isinstance(stage, Over):", "    if isinstance(stage, int):"),
        ("anybody deals", "    if deal.dealer != dealer:", "    if deal.dealer < 0:"),
        ("three lay away nothing for the crib card", "            crib = (*crib, stage.crib_card)",
         "            crib = (*crib[1:], stage.crib_card)"),
        ("one may lay away less", "if len(cards) != rules.laid_away or",
         "if len(cards) > rules.laid_away or"),
    ),
    *_of(
        "cribbage/rules.py",
        ("skunk at 91", "121: (90, 60)", "121: (91, 60)"),
        ("double skunk at 61", "121: (90, 60)", "121: (90, 61)"),
        ("lurch at 31", "61: (30, 0)", "61: (31, 0)"),
        ("a double lurch", "61: (30, 0)", "61: (30, 15)"),
        ("no skunk on the line", "if self.skunk and score <= self.skunk",
         "if self.skunk and score < self.skunk"),
        ("partners sit together", "return seat % 2 if self.partners",
         "return seat // 2 if self.partners"),
        ("partner scores split", "return 2 if self.partners else self.players",
         "return self.players"),
        ("three are dealt six", "6 if self.players == 2 else 5", "6 if self.players < 4 else 5"),
    ),
    *_of(
        "cribbage/state.py",
        ("handicap ignored", "Pegs(rules.handicap[side], 0)", "Pegs(0, 0)"),
        ("the dealer shows first", "return (state.pone + place) %",
         "return (state.dealer + place) %"),
    ),
    *_of(
        "cribbage/show.py",
        ("the crib is pone's", "= state.dealer, True, stage.crib",
         "= state.pone, True, stage.crib"),
        ("the crib counts as a hand", "= state.dealer, True, stage.crib",
         "= state.dealer, False, stage.crib"),
        ("the dealer does not rotate", "State(state.rules, state.pone, after",
         "State(state.rules, state.dealer, after"),
        ("claims over true points paid",
         "        items = (Item(Kind.MANUAL, points, cards),) if missed else",
         "        items = (Item(Kind.MANUAL, points, cards),) if points != score.total else"),
        ("a missed point is pegged", "missed = max(0, score.total - points)", "missed = 0"),
        ("muggins to the wrong side", "    step = award(state, seat, items)",
         "    step = award(state, max(0, missed.side), items)"),
        ("muggins as much as called", "pegged = min(points, missed.points)", "pegged = points"),
        ("a wrong call is free", "    if price and not step.state.over:", "    if False:"),
        ("muggins called twice", "replace(state.stage, missed=NOTHING_MISSED)",
         "replace(state.stage, missed=missed)"),
        ("muggins among partners", "    if state.rules.side_of(seat) == missed.side:",
         "    if seat == missed.side:"),
        ("hands in any order", "if place > counted and not state.rules.claims:",
         "if place > counted + 9:"),
    ),
    *_of(
        "cribbage/pegging.py",
        ("pegs past the target", "item._replace(points=target - front)", "item"),
        ("points after the end", "        if front == target:\n", "        if front > target:\n"),
        ("penalty to the own side", "opponent = (seat + step) % rules.players", "opponent = seat"),
        ("penalty to one opponent", "for step in range(1, rules.sides):",
         "for step in range(1, 2):"),
        ("the rear peg stays", "return _place(state, side, Pegs(front, start), events)",
         "return _place(state, side, Pegs(front, state.pegs[side].rear), events)"),
        ("the worst result counts", "max(map(rules.skunk_of, beaten))",
         "min(map(rules.skunk_of, beaten))"),
        ("the rear peg ahead", "Pegs(score, min(state.pegs[side].rear, score))",
         "Pegs(score, state.pegs[side].rear)"),
    ),
    *_of(
        "cribbage/match.py",
        ("the winner deals next", "lowest = min(state.scores)", "lowest = max(state.scores)"),
        ("acc skunk 2", "ACC_WIN, ACC_SKUNK = 2, 3", "ACC_WIN, ACC_SKUNK = 2, 2"),
        ("table B double skunk 3", '"B": {"N": (1,), "S": (2,), "D": (4,)}',
         '"B": {"N": (1,), "S": (2,), "D": (3,)}'),
        ("table C of three", '"SD": (4, 1), "DD": (4, 0)}', '"SD": (4, 0), "DD": (4, 0)}'),
        ("a match goes on", "max(self.wins) >= self.first_to", "max(self.wins) > self.first_to"),
        ("equals by seat number", "-state.pegs[side].front, order[side])",
         "-state.pegs[side].front, side)"),
    ),
    *_of(
        "cribbage/first_deal.py",
        ("the highest deals", "lowest = min(card.rank", "lowest = max(card.rank"),
        ("all cut again", "if card.rank == lowest])", "if card.rank == lowest or len(cut) > 2])"),
    ),
    *_of(
        "cribbage/replay.py",
        ("undo of two", "            remaining.pop()\n", "            del remaining[-2:]\n"),
        ("undo of nothing", "            history.pop()\n", ""),
    ),
    *_of(
        "cribbage/notation.py",
        ("a bonus of 2", 'self._options["dealer_bonus"] = 3', 'self._options["dealer_bonus"] = 2'),
        ("partners forgotten in writing", '        lines.append("partners")', "        pass"),
    ),
    *_of(
        "cribbage/view.py",
        ("a look into another hand", "hand = stage.holds(seat)", "hand = stage.holds(stage.turn)"),
        ("the crib open too early", "if len(stage.counted) == players:", "if stage.counted:"),
    ),
    *_of(
        "narration/counting.py",
        ("fifteens not added up", "        total += points\n        if name is None:",
         "        total = points\n        if name is None:"),
    ),
]  # fmt: skip
