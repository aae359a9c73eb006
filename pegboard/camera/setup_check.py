"""Camera set-up check: its steps, their state, and what to do next.

Turns the camera process's answers to `check` (see `pegboard.camera.checked`) into the
report; uses no camera or clock itself. The steps are `place`, `focus` and `light`, each with
figures of the latest picture, then `read`: ten readings, which must all agree.
"""

from __future__ import annotations

import functools
import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pegboard.camera.reading import SeenPack, parse_pack
from pegboard.cribbage.cards import Card
from pegboard.i18n import Message, _, paragraph
from pegboard.i18n.serialize import from_json
from pegboard.narration.events import face
from pegboard.vision.verdicts import HAND, STEPS, Figure, Verdict, worst

READINGS_NEEDED = 10
"""Number of readings of the test hand."""
FROZEN_REPEATS = 5
"""Number of pictures without a changed pixel that prove a frozen camera: live ones have noise."""
SLOW_S = 2.0
"""Duration of a reading, in seconds, above which it is reported as slow."""

FREEZES = _("The picture never changes: the camera has frozen. Unplug it and plug it in again.")
UNREAD = _("This deck’s court cards cannot be read; its numbers can.")
MISFIT = _(
    "The letters on these cards do not match the setting camera.deck: choose their country, or "
    "“auto”."
)
STILL = _("This source shows still pictures: one picture was read, not ten from a live camera.")

CheckAnswer = dict[str, Any]
"""One answer to `check`."""


@dataclass(frozen=True, slots=True)
class UnsteadyCard:
    """Card that is missing from some readings.

    Attributes:
        card: the card.
        times: number of readings in which it was missing.
        instead: cards that were read instead in those readings, and in few others.
    """

    card: str
    times: int
    instead: tuple[str, ...]


class CameraCheck:
    """One run of the camera set-up check."""

    def __init__(self, source: str, *, simulated: bool = False) -> None:
        """Creates a check without pictures.

        Args:
            source: address of the camera, for the report.
            simulated: True to show the sample pictures instead of a camera's.
        """
        self.source, self.simulated = source, simulated
        self._latest: CheckAnswer | None = None
        self._figures: list[Figure] = []
        self._readings: list[CheckAnswer] = []

    def add_picture(self, checked: CheckAnswer) -> None:
        """Adds a picture for the steps that precede the readings."""
        self._latest = checked
        self._figures = [
            Figure(**{**f, "verdict": Verdict(f["verdict"])}) for f in from_json(checked["figures"])
        ]

    def add_reading(self, checked: CheckAnswer) -> None:
        """Adds a picture as one of the ten readings."""
        self.add_picture(checked)
        if not self.is_finished:
            self._readings.append(checked)

    def restart(self) -> None:
        """Discards the readings."""
        self._readings = []

    @property
    def readings_needed(self) -> int:
        """Number of readings needed; one for a still picture."""
        return READINGS_NEEDED if self._latest is None or self._latest["live"] else 1

    @property
    def is_finished(self) -> bool:
        """Returns True once all readings are done."""
        return len(self._readings) >= self.readings_needed

    @property
    def is_frozen(self) -> bool:
        """Returns True if a live camera delivers the same picture over and over."""
        return self._latest is not None and self._latest["repeats"] >= FROZEN_REPEATS

    @property
    def passed(self) -> bool | None:
        """Returns True if the camera is good enough for counting; None until it is known."""
        if not self.is_finished:
            return None
        bad = any(figure.verdict is Verdict.BAD for figure in self._figures)
        return not bad and not self.is_frozen and self.pack_is_read and self._are_readings_good()

    @property
    def _pack(self) -> SeenPack | None:
        return None if self._latest is None else parse_pack(self._latest)

    @property
    def pack_is_read(self) -> bool:
        """Returns True if the letters of the cards can be read."""
        pack = self._pack
        return pack is None or pack.is_read

    def _are_readings_good(self) -> bool:
        cards = self._most_common_hand()
        return len(cards) == HAND and not unsteady_cards([_cards_of(r) for r in self._readings])

    def _most_common_hand(self) -> tuple[str, ...]:
        """Returns the cards that most readings agree on."""
        hands = Counter(_cards_of(reading) for reading in self._readings)
        return tuple(sorted(hands.most_common(1)[0][0])) if hands else ()

    def report(self) -> dict[str, Any]:
        """Returns the full result, for the page and for JSON output."""
        cure = self.cure()
        return {
            "source": self.source,
            "simulated": self.simulated,
            "live": None if self._latest is None else self._latest["live"],
            "steps": [
                {
                    "key": key,
                    "verdict": self._verdict(figures),
                    "figures": [_figure_row(f) for f in self._figures if f.key in figures],
                    "cure": _cure(self._figures_of(figures)),
                }
                for key, figures in STEPS.items()
            ],
            "readings": self._readings_report(),
            "pack": self._pack_message(),
            "focus": None if self._latest is None else self._latest.get("focus"),
            "passed": self.passed,
            "cure": cure,
            "says": self.summary(),
        }

    def _pack_message(self) -> dict[str, Any] | None:
        pack = self._pack
        if pack is None:
            return None
        return {"code": pack.code, "letters": pack.letters, "is_read": pack.is_read}

    def _figures_of(self, keys: Sequence[str]) -> list[Figure]:
        return [figure for figure in self._figures if figure.key in keys]

    def _verdict(self, keys: Sequence[str]) -> str:
        verdicts = [figure.verdict for figure in self._figures_of(keys)]
        for verdict in (Verdict.BAD, Verdict.WEAK):
            if verdict in verdicts:
                return verdict
        # An unknown figure, such as the tilt of overlapping cards, is not the camera's fault.
        return Verdict.GOOD if Verdict.GOOD in verdicts else Verdict.UNKNOWN

    def _readings_report(self) -> dict[str, Any]:
        hands = [_cards_of(reading) for reading in self._readings]
        agreed = self._most_common_hand()
        return {
            "done": len(hands),
            "of": self.readings_needed,
            "alike": sum(hand == frozenset(agreed) for hand in hands),
            "sure": sum(bool(reading["sure"]) for reading in self._readings),
            "cards": list(agreed),
            "wavers": [
                {"card": w.card, "times": w.times, "instead": list(w.instead)}
                for w in unsteady_cards(hands)
            ],
            "seconds": round(statistics.median(r["seconds"] for r in self._readings), 3)
            if hands
            else None,
        }

    def cure(self) -> str:
        """Returns what to do first; empty if all is well."""
        if self.is_frozen:
            return FREEZES
        first = worst(self._figures)
        if first is not None and first.verdict is Verdict.BAD:
            return first.cure
        if self.is_finished and not self._are_readings_good():
            # A weak figure is the likeliest cause of an unsteady card.
            more = _("Move the camera closer and give it more light.")
            return first.cure if first else more
        return first.cure if first else ""

    def summary(self) -> Message:
        """Returns the result so far in one or two sentences."""
        if self._latest is None:
            return _("No picture yet.")
        if not self.is_finished:
            return _("{done} of {of} readings.", done=len(self._readings), of=self.readings_needed)
        readings = self._readings_report()
        lines = [self._result_message(readings)]
        pack = self._pack
        if pack is not None and not pack.is_read:
            lines.append(UNREAD if pack.setting == "auto" else MISFIT)
        if readings["seconds"] is not None and readings["seconds"] > SLOW_S:
            lines.append(_("A reading takes {seconds:.1f} s.", seconds=float(readings["seconds"])))
        if not self._latest["live"]:
            lines.append(STILL)
        if self.simulated:
            lines.append(_("This camera is simulated: these are sample pictures, not your table."))
        return paragraph(*lines)

    def _result_message(self, readings: dict[str, Any]) -> Message:
        if not readings["cards"]:
            return _("Not passed: no card was read.")
        if len(readings["cards"]) != HAND:
            number = len(readings["cards"])
            return _("Not passed: {n} cards were read, not {hand}.", n=number, hand=HAND)
        head = _(
            "Passed: {alike} of {of} readings agreed"
            if self.passed
            else "Not passed: {alike} of {of} readings agreed",
            alike=readings["alike"],
            of=readings["of"],
        )
        if readings["wavers"]:
            return _("{said}: {why}.", said=head, why=_describe_unsteady(readings["wavers"]))
        bad = tuple(f.name for f in self._figures if f.verdict is Verdict.BAD)
        if bad:
            return _("{said}; but check: {bad}.", said=head, bad=bad)
        return _("{said}.", said=head)


def unsteady_cards(hands: Sequence[frozenset[str]]) -> list[UnsteadyCard]:
    """Returns the cards missing from some readings, the most unsteady first.

    Only cards in more than half of the readings count as missing; the others are misreadings.
    """
    counts = Counter(card for hand in hands for card in hand)
    steady = [card for card, times in counts.items() if 2 * times > len(hands)]
    found = []
    for card in sorted(steady):
        without = [hand for hand in hands if card not in hand]
        if without:
            others = Counter(c for hand in without for c in hand if c not in steady)
            found.append(
                UnsteadyCard(card, len(without), tuple(c for c, _ in others.most_common(3)))
            )
    odd = sorted(card for card in counts if card not in steady)
    if odd and not found:  # no card was missing, but some readings had extra cards
        found = [UnsteadyCard(card, counts[card], ()) for card in odd]
    return sorted(found, key=lambda waver: -waver.times)


def _describe_unsteady(rows: list[dict[str, Any]]) -> tuple[Message, ...]:
    parts = []
    for waver in rows:
        card, times = _face(waver["card"]), _("{n} times", n=waver["times"])
        if waver["instead"]:
            first, *others = map(_face, waver["instead"])
            other = functools.reduce(
                lambda one, other: _("{one} or {other}", one=one, other=other), others, first
            )
            parts.append(
                _("the {card} was read as {other} {times}", card=card, other=other, times=times)
            )
        elif rows[0]["times"] * 2 > READINGS_NEEDED:
            parts.append(_("the {card} was not seen every time", card=card))
        else:
            parts.append(_("the {card} was missed {times}", card=card, times=times))
    return tuple(parts)


def _face(text: str) -> str:
    return face(Card.parse(text))


def _cards_of(checked: CheckAnswer) -> frozenset[str]:
    return frozenset(item["card"] for item in checked["cards"])


def _figure_row(figure: Figure) -> dict[str, Any]:
    return {
        "key": figure.key, "name": figure.name, "value": figure.value, "shown": figure.shown,
        "limit": figure.limit, "verdict": str(figure.verdict), "level": figure.level,
        "cure": figure.cure,
    }  # fmt: skip


def _cure(figures: list[Figure]) -> str:
    first = worst(figures)
    return first.cure if first else ""
