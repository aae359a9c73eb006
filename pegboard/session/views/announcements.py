"""Announcements during a game: the counts, as players say them, and the next hand."""

from pegboard.i18n import _
from pegboard.session.schema.offer import Offer, ToldHand
from pegboard.session.schema.state import State


class Announcer:
    """Follows a board's `state` messages and announces the changes; silent on the first."""

    def __init__(self, language: str) -> None:
        """Starts without a state.

        Args:
            language: of the messages, and of what is said.
        """
        self._language = language
        self._before: State | None = None
        self._offered = False

    def next(self, state: State) -> str:
        """Returns the announcement for a state that follows the previous one.

        Empty for nothing.
        """
        before, self._before = self._before, state
        if before is None or before["game"] != state["game"] or not state["kind"]["has_people"]:
            self._offered = False
            return ""
        asked = _about_pack(state)
        if asked and asked != _about_pack(before):
            return asked
        show = state["show"]
        if show is not None:
            self._offered = True
            return _shown(before["show"], show)
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
            return _counted(before["offer"], offer)
        offered, self._offered = self._offered, False
        parts = []
        if state["scores"] != before["scores"] and state["seq"] > before["seq"] and not offered:
            parts.append(state["last"]["spoken"] if state["last"] else "")
        won = state["winner"] is not None and before["winner"] is None
        if won and state["winner"] is not None:
            name = state["seats"][state["winner"]]["name"]
            parts.append(_("{who} wins!", who=name).localize(self._language))
        if state["signing"] is not None:
            parts.append(state["next"] if state["signing"] != before["signing"] else "")
        elif won:
            pass
        elif _question(state) and _question(state) != _question(before):
            parts.append(_question(state))
        elif state["prompt_hand"] != before["prompt_hand"]:
            parts.append(state["prompt_hand"] or "")
        return ". ".join(part for part in parts if part)


def _about_pack(state: State) -> str:
    """Returns the question about the pack on the table; empty for none."""
    pack = state["pack"]
    return (pack and pack["question"]) or ""


def _question(state: State) -> str:
    """Returns what is asked about what the camera saw; empty for nothing."""
    watch = state["watch"]
    question = watch and watch["question"]
    return question["text"] if question else ""


def _shown(before: ToldHand | None, show: ToldHand) -> str:
    """Returns the announcement of a hand of the show: the combination told now."""
    new = before is None or before["number"] != show["number"]
    step = show["step"]
    if step is not None and (before is None or new or before["step"] != step):
        return show["steps"][step]["said"]
    return show["spoken"] if not show["steps"] and new else ""


def _counted(before: Offer | None, offer: Offer) -> str:
    """Returns the announcement of an offered hand.

    The combination told now, or what is the matter with it.
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
