"""Guided first deal for beginners: real rules, fixed cards, feedback on every choice.

It is an open deal of the engine against `Simple`. The only state is the list of the learner's
choices: the page sends it back with the next choice, and the deal is replayed from the start. So
nothing is stored, and any number of people may learn at once.

The cards are chosen to show the main situations: the discard has one best answer, and the play has
a fifteen, a run, a go on both sides and thirty-one.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

from pegboard.cribbage.actions import Cut, Deal, Discard, Go, Play, facts_of
from pegboard.cribbage.cards import DECK, Card, Cards, parse_cards
from pegboard.cribbage.events import Counted, CountReset, Event, Scored
from pegboard.cribbage.game import Action, State, apply, new_game, view
from pegboard.cribbage.notation import format_action, parse_action
from pegboard.cribbage.rules import Rules
from pegboard.cribbage.scoring import rank_points, score_play
from pegboard.errors import Code, IllegalAction, PegboardError
from pegboard.learn import tutorial_text as text
from pegboard.narration.counting import spoken
from pegboard.narration.events import YOU, narrate
from pegboard.notice import localize_error
from pegboard.players.simple import Simple, crib_mean, hand_mean

HANDS = (parse_cards("2C4H6C7D8C9H"), parse_cards("4D7C8D9SJHKC"))
"""The learner's six cards, who deals, and the other's."""
STARTER = Card.parse("6S")
NAMES = (YOU, "Computer")
LEARNER, OTHER = 0, 1
PAGES = ("aim", "lay", "cut", "play", "other", "own", "crib", "end")
"""Pages in their order."""
READ = "read"
"""Line of the learner that acknowledges a page."""
LONGEST = 40
"""Maximum number of lines in a deal."""
ENOUGH = 1.0
"""Average points by which a discard may fall short of the best and still count as good."""

_SIMPLE, _RNG = Simple(), Random(0)


class LessonFault(Code):
    """Codes of `IllegalAction` for choices that the lesson does not expect."""

    TOO_LONG = "lesson-too-long", "{most} lines are more than this deal has"
    OTHER_NUMBER = "lesson-other-number", "that is not what your hand is worth"
    NOT_NOW = "lesson-not-now", "not possible now; the lesson is at {page}"
    NO_CHOICE = "lesson-no-choice", "not one of the choices now"


class Lesson:
    """State of the guided deal after some choices."""

    def __init__(self, done: Sequence[str] = ()) -> None:
        """Replays the learner's choices.

        Args:
            done: the learner's lines in order: actions of the record, `read`, `count POINTS`.

        Raises:
            IllegalAction: a line is invalid in this lesson.
        """
        self.page = "aim"
        self.state: State = apply(new_game(Rules(), LEARNER), Deal(LEARNER, HANDS)).state
        self.done: list[str] = []
        self.played = False
        """True once the learner has played a card."""
        self.happened: list[Event] = []
        """Events of the learner's last choice."""
        self.scores, self.rears = [0, 0], [0, 0]
        self.shows: list[Counted] = []
        for line in done[: LONGEST + 1]:
            self.choose(line)

    @property
    def legal(self) -> tuple[Action, ...]:
        """The learner's legal choices."""
        return view(self.state, LEARNER).legal if self.page in ("lay", "play") else ()

    @property
    def hand(self) -> Cards:
        """The learner's cards."""
        return view(self.state, LEARNER).hand

    @property
    def wants(self) -> str:
        """The learner's current task: `read`, `lay`, `play`, `go`, `count`; empty at the end."""
        if self.page == "play":
            return "go" if isinstance(self.legal[0], Go) else "play"
        return {"lay": "lay", "own": "count", "end": ""}.get(self.page, READ)

    @property
    def shown(self) -> Counted | None:
        """Hand or crib counted on this page."""
        place = ("other", "own", "crib").index(self.page) if self.page in PAGES[4:7] else None
        return None if place is None else self.shows[place]

    def choose(self, line: str) -> None:
        """Applies a choice of the learner, and the opponent's reply.

        Raises:
            IllegalAction: the lesson expects something else.
        """
        if len(self.done) >= LONGEST:
            raise IllegalAction(LessonFault.TOO_LONG, most=LONGEST)
        self.happened = []
        match self.wants:
            case "lay" | "play" | "go":
                self._act(line)
            case "count":
                hand = self.shows[1]
                if line != f"count {hand.score.total}":
                    raise IllegalAction(LessonFault.OTHER_NUMBER)
                self._peg(hand.seat, hand.score.total)
                self._next()
            case "read" if line == READ:
                self._next()
            case _:
                raise IllegalAction(LessonFault.NOT_NOW, page=repr(self.page))
        self.done.append(line)

    def _act(self, line: str) -> None:
        action = parse_action(line)
        if action not in self.legal:
            raise IllegalAction(LessonFault.NO_CHOICE)
        self._apply(action)
        self.played = self.played or isinstance(action, Play)
        if isinstance(action, Discard):
            self._apply(_other_lays())
            self._apply(Cut(STARTER))
            self.page = "cut"
        else:
            self._other_plays()

    def _next(self) -> None:
        self.page = PAGES[PAGES.index(self.page) + 1]
        if self.page == "play":
            self._other_plays()
        elif self.shown is not None and self.wants != "count":
            self._peg(self.shown.seat, self.shown.score.total)

    def _other_plays(self) -> None:
        """Plays the opponent's cards until it is the learner's turn."""
        while self.state.turn == OTHER and self.state.stage_name == "play":
            self._apply(_SIMPLE.choose(view(self.state, OTHER), _RNG))
        if self.state.stage_name != "play":
            self.page = "play"
            self._next()

    def _apply(self, action: Action) -> None:
        self.state, events = apply(self.state, action)
        for event in events:
            if isinstance(event, Counted):
                self.shows.append(event)
            elif not self.shows:  # from the first hand shown on, each page pegs its own hand
                self.happened.append(event)
                if isinstance(event, Scored):
                    self._peg(event.seat, event.item.points)

    def _peg(self, seat: int, points: int) -> None:
        if points:
            self.rears[seat] = self.scores[seat]
            self.scores[seat] += points


@cache
def _other_lays() -> Action:
    """Returns the opponent's fixed discard."""
    state = apply(new_game(Rules(), LEARNER), Deal(LEARNER, HANDS)).state
    return _SIMPLE.choose(view(state, OTHER), _RNG)


def answer(done: Sequence[str], line: str | None, *, anyway: bool = False) -> dict[str, Any]:
    """Returns one step of the lesson.

    Args:
        done: the learner's lines so far, as `Lesson` takes them.
        line: the learner's choice; `hint` for advice; None to query the current step.
        anyway: True to apply the choice although there is a better one.

    Returns:
        `page`, `number` and `of` (of the pages), `wants`, `title`, `text` (sentences), `happened`
        (lines), `hand`, `legal` (each the line in `action`, and what it says), `pile`, `count`,
        `starter`, `scores`, `pegs`, `others` (cards the other holds), `shown` (what is counted),
        `choices` (numbers), `judged` (`kind`: `well`, `better`, `not` or `hint`; `text`, `cards`)
        or None, and `done` with the line, if it was done.

    Raises:
        PegboardError: `done` is not a valid sequence of choices in this lesson.
    """
    lesson = Lesson(done)
    judged = None
    if line is not None:
        judged = _judge(lesson, line)
        if judged["kind"] == "well" or (anyway and judged["kind"] == "better"):
            lesson.choose(line)
    return _step(lesson, judged)


def _step(lesson: Lesson, judged: dict[str, Any] | None) -> dict[str, Any]:
    state, shown = lesson.state, lesson.shown
    begun = lesson.page in PAGES[3:]
    title, sentences = text.page(
        lesson.page,
        wants=lesson.wants,
        first=lesson.page == "play" and not lesson.played,
        count=state.count,
        anew=any(isinstance(event, CountReset) for event in lesson.happened),
        shown=shown,
        scores=lesson.scores,
    )
    return {
        "page": lesson.page,
        "number": PAGES.index(lesson.page) + 1,
        "of": len(PAGES),
        "wants": lesson.wants,
        "title": title,
        "text": sentences,
        "happened": narrate(lesson.happened, NAMES),
        "hand": [str(card) for card in lesson.hand],
        "legal": [{"action": format_action(a), **facts_of(a)} for a in lesson.legal],
        "pile": [str(card) for card in state.pile] if lesson.page == "play" else [],
        "count": state.count if lesson.page == "play" else 0,
        "starter": str(STARTER) if begun or lesson.page == "cut" else None,
        "scores": list(lesson.scores),
        "pegs": [[front, rear] for front, rear in zip(lesson.scores, lesson.rears, strict=True)],
        "others": view(state, OTHER).hand_sizes[OTHER],
        "shown": None if shown is None else text.counted(shown, hidden=lesson.wants == "count"),
        "choices": _choices(shown.score.total) if shown and lesson.wants == "count" else [],
        "judged": judged,
        "done": lesson.done,
    }


def _choices(points: int) -> list[int]:
    """Returns the correct count among plausible alternatives, to choose from."""
    return sorted({max(0, points + by) for by in (-4, -2, 0, 4)})


def _judge(lesson: Lesson, line: str) -> dict[str, Any]:
    """Returns the feedback on a choice before it is applied."""
    try:
        if lesson.wants == "lay":
            return _judge_laying(lesson, line)
        if lesson.wants in ("play", "go"):
            return _judge_play(lesson, line)
    except PegboardError as error:
        return {"kind": "not", "text": localize_error(error, NAMES), "cards": []}
    if lesson.wants == "count":
        right = line == f"count {lesson.shows[1].score.total}"
        feedback = text.right_count if right else text.wrong_count
        kind = "well" if right else "hint" if line == "hint" else "not"
        return {"kind": kind, "text": feedback(spoken(lesson.shows[1].score)), "cards": []}
    return {"kind": "hint" if line == "hint" else "well", "text": "", "cards": []}


def _judge_laying(lesson: Lesson, line: str) -> dict[str, Any]:
    hand = lesson.hand
    starters = [card for card in DECK if card not in hand]

    def worth(discard: Action) -> float:
        assert isinstance(discard, Discard)
        return hand_mean(_without(hand, discard.cards), starters) + crib_mean(discard.cards)

    best = max(lesson.legal, key=worth)
    assert isinstance(best, Discard)
    keep = _without(hand, best.cards)
    most = rank_points([card.rank for card in keep])
    if line == "hint":
        return {"kind": "hint", "text": text.lay_hint(keep, most), "cards": _texts(best.cards)}
    chosen = parse_action(line)
    if not isinstance(chosen, Discard) or chosen not in lesson.legal:
        return {"kind": "not", "text": text.lay_two(), "cards": []}
    remaining = _without(hand, chosen.cards)
    points = rank_points([card.rank for card in remaining])
    if worth(best) - worth(chosen) <= ENOUGH:
        return {"kind": "well", "text": text.laid_well(remaining, points), "cards": []}
    return {
        "kind": "better",
        "text": text.lay_better(points, keep, most),
        "cards": _texts(best.cards),
    }


def _judge_play(lesson: Lesson, line: str) -> dict[str, Any]:
    state = lesson.state
    plays = [action for action in lesson.legal if isinstance(action, Play)]
    points = {action.card: score_play((*state.pile, action.card)).total for action in plays}
    best = _best_card(lesson, points)
    if line == "hint":
        if best is None:
            return {"kind": "hint", "text": text.say_go(), "cards": []}
        feedback = text.play_hint(best, state.count + best.value, points[best])
        return {"kind": "hint", "text": feedback, "cards": [str(best)]}
    chosen = parse_action(line)
    if isinstance(chosen, Play) and chosen.card in lesson.hand and chosen not in plays:
        why = text.too_much(chosen.card, state.count, fits=bool(plays))
        return {"kind": "not", "text": why, "cards": _texts(points)}
    if chosen not in lesson.legal:
        if not plays:
            why = text.say_go()
        else:
            why = text.no_go(state.count) if isinstance(chosen, Go) else text.play_one()
        return {"kind": "not", "text": why, "cards": _texts(points)}
    if not isinstance(chosen, Play) or best is None:
        return {"kind": "well", "text": "", "cards": []}
    card = chosen.card
    if points[card] < points[best]:
        feedback = text.play_better(best, state.count + best.value, points[best])
        return {"kind": "better", "text": feedback, "cards": [str(best)]}
    if points[card]:
        items = score_play((*state.pile, card)).items
        return {"kind": "well", "text": text.played_well(items), "cards": []}
    return {"kind": "well", "text": "", "cards": []}


def _best_card(lesson: Lesson, points: dict[Card, int]) -> Card | None:
    """Returns the card that scores most, or else `Simple`'s choice; None if no card is legal."""
    if not points:
        return None
    most = max(points, key=lambda card: points[card])
    if points[most]:
        return most
    chosen = _SIMPLE.choose(view(lesson.state, LEARNER), _RNG)
    return chosen.card if isinstance(chosen, Play) else most


def _without(hand: Sequence[Card], cards: Sequence[Card]) -> Cards:
    return tuple([card for card in hand if card not in cards])


def _texts(cards: Sequence[Card] | dict[Card, int]) -> list[str]:
    return [str(card) for card in cards]
