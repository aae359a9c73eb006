"""Announcements during a game: spoken counts, scores, and the next hand.

Pages narrate offers and shows themselves; the board's own voice announces these as well.
"""

from collections.abc import Sequence

from pegboard.i18n import _
from pegboard.schema.offer import NarratedHand, Offer
from pegboard.schema.state import Announcement, State
from pegboard.session.feed.perspective import Perspective
from pegboard.session.feed.types import Moved

LATEST = 4
"""Number of announcements in each state, so that a page that missed states gets recent ones."""


class Announcements:
    """Source of the announcements on all pages. Use from one event loop only."""

    def __init__(self) -> None:
        """Starts without a state."""
        self.latest: list[Announcement] = []
        """The latest announcements, oldest first."""
        self._number = 0
        self._before: tuple[str, str, str | None, Perspective] | None = None
        self._has_scored = self._is_after_show = False
        self._offer: Offer | None = None

    def update(self, state: State, moves: Sequence[Moved], board: Perspective) -> None:
        """Adds the announcement for a publication, if any; none for a new game.

        Args:
            state: the public state.
            moves: moves since the previous publication.
            board: perspective of the board's own page, which changes when a hand is uncovered.
        """
        prompt = state["prompt_hand"]
        now, before = (state["game"], state["next"], prompt, board), self._before
        if before is None or before[0] != now[0]:
            self._reset(now)
            return
        self._has_scored |= any(move.has_scored for move in moves)
        # Pages narrate a show or an offer themselves; announce only its result, afterwards.
        if state["show"] is not None:
            self._is_after_show = True
            return
        if state["offer"] is not None:
            self._offer = state["offer"]
            return
        has_scored, is_onward, aloud = self._has_scored, prompt != before[2], list[str]()
        if self._offer is not None and (has_scored or is_onward):
            aloud.append(_pegged_text(self._offer, state))
        elif has_scored and state["last"] is not None:
            aloud.append(state["last"]["spoken"] or state["last"]["text"])
        if is_onward and prompt:
            aloud.append(prompt)
        if has_scored or now != before:
            self._number += 1
            announcement: Announcement = {
                "id": self._number,
                "aloud": [] if self._is_after_show else aloud,
                "scored": has_scored,
            }
            self.latest = [*self.latest, announcement][-LATEST:]
        self._reset(now)

    def _reset(self, now: tuple[str, str, str | None, Perspective]) -> None:
        """Stores a state for comparison with the next; it has no offer and no show."""
        self._before, self._offer = now, None
        self._has_scored = self._is_after_show = False


def _pegged_text(offer: Offer, state: State) -> str:
    """Returns the result of an offered hand: the points it scored."""
    who = state["seats"][offer["seat"]]["name"]
    if offer["points"]:
        return _("{n} for {who}", n=offer["points"], who=who)
    return _("Nothing for {who}", who=who)


class Announcer:
    """Source of announcements from a board's states; silent on the first state."""

    def __init__(self, language: str) -> None:
        """Starts without a state.

        Args:
            language: language of the messages and announcements.
        """
        self._language = language
        self._before: State | None = None
        self._offered = False

    def text_for(self, state: State, moves: Sequence[Moved] = ()) -> str:
        """Returns the announcement for the next state; empty for none.

        Args:
            state: the new state.
            moves: moves since the previous state.
        """
        before, self._before = self._before, state
        if before is None or before["game"] != state["game"] or not state["kind"]["has_people"]:
            self._offered = False
            return ""
        question = _pack_question(state)
        if question and question != _pack_question(before):
            return question
        show = state["show"]
        if show is not None:
            self._offered = True
            return _show_text(before["show"], show)
        offer = state["offer"]
        if offer is not None:
            self._offered = True
            asks = offer["asks"] == "claim"
            if asks and (before["offer"] is None or before["offer"]["asks"] != "claim"):
                name = state["seats"][offer["seat"]]["name"]
                return _("What does {who} claim?", who=name).localize(self._language)
            missed = offer["asks"] == "missed"
            if missed and (before["offer"] is None or before["offer"]["asks"] != "missed"):
                return _("Anything missed?").localize(self._language)
            return _offer_text(before["offer"], offer)
        offered, self._offered = self._offered, False
        parts = []
        if any(move.has_scored for move in moves) and not offered:
            parts.append(state["last"]["spoken"] if state["last"] else "")
        won = state["winner"] is not None and before["winner"] is None
        if won and state["winner"] is not None:
            name = state["seats"][state["winner"]]["name"]
            parts.append(_("{who} wins!", who=name).localize(self._language))
        if state["signing"] is not None:
            parts.append(state["next"] if state["signing"] != before["signing"] else "")
        elif won:
            pass
        elif _watch_question(state) and _watch_question(state) != _watch_question(before):
            parts.append(_watch_question(state))
        elif state["prompt_hand"] != before["prompt_hand"]:
            parts.append(state["prompt_hand"] or "")
        return ". ".join(part for part in parts if part)


def _pack_question(state: State) -> str:
    """Returns the question about the pack on the table; empty for none."""
    pack = state["pack"]
    return (pack and pack["question"]) or ""


def _watch_question(state: State) -> str:
    """Returns the text of the camera's question; empty for none."""
    watch = state["watch"]
    question = watch and watch["question"]
    return question["text"] if question else ""


def _show_text(before: NarratedHand | None, show: NarratedHand) -> str:
    """Returns the announcement of a hand in a show: its current combination."""
    new = before is None or before["number"] != show["number"]
    step = show["step"]
    if step is not None and (before is None or new or before["step"] != step):
        return show["steps"][step]["said"]
    return show["spoken"] if not show["steps"] and new else ""


def _offer_text(before: Offer | None, offer: Offer) -> str:
    """Returns the announcement of an offered hand.

    It is the current combination, or the problem with the hand.
    """
    new = before is None or before["id"] != offer["id"] or before["cards"] != offer["cards"]
    if offer["problem"]:
        return offer["problem"] if before is None or new or not before["problem"] else ""
    step, steps = offer["step"], offer["steps"]
    if step is not None and (before is None or new or before["step"] != step):
        return steps[step]["said"]
    if offer["asks"] in ("claim", "missed"):
        return ""
    claimed_now = before is not None and before["claimed"] != offer["claimed"]
    if not steps and (new or claimed_now):
        return offer["spoken"]
    return ""
