"""`pegboard count`: recognises the cards in pictures, and counts hands of five."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer

from pegboard.cli.line import Crib, DeckName, Json, print_lines, progress
from pegboard.config import DECKS
from pegboard.cribbage.scoring import score_hand
from pegboard.devices.cameras.pictures import PICTURE_SUFFIXES, load_picture
from pegboard.errors import PegboardError
from pegboard.narration.counting import spoken
from pegboard.vision.packs.belief import Deck
from pegboard.vision.recognise import Reading, Recogniser
from pegboard.vision.starter import CLEAR, guess_starter

DONE, NOT_SURE, UNUSABLE = 0, 1, 2


def count_command(
    paths: Annotated[list[Path], typer.Argument(help="Pictures, or folders of pictures.")],
    crib: Crib = False,
    deck: DeckName = DECKS[0],
    as_json: Json = False,
) -> int:
    """Recognises the cards in each picture and prints one line (JSON) or several (plain) for each.

    Folders are taken in the order of their files' names. Each picture may show another deck.

    Returns:
        The exit code: 2 where a picture could not be read, else 1 where one is not sure, else 0.
    """
    if deck not in DECKS:
        choices = ", ".join(DECKS)
        print_lines(f"pegboard count: --deck must be {choices}, got {deck}", to=sys.stderr)
        return UNUSABLE
    recogniser = Recogniser(Deck(deck))
    code, pictures = DONE, _pictures(paths)
    for number, path in enumerate(pictures, 1):
        _progress(number, len(pictures), path)
        try:
            row = describe(recogniser, path, crib)
        except (PegboardError, OSError) as error:
            why = error.facts.get("why", error) if isinstance(error, PegboardError) else error
            row = {"file": str(path), "error": str(why)}
        _progress()
        if "error" in row:
            print_lines(f"{row['file']}: {row['error']}", to=sys.stderr)
            code = UNUSABLE
        elif not row["sure"]:
            code = max(code, NOT_SURE)
        if as_json:
            print(json.dumps(_public(row)), flush=True)
        elif "error" not in row:
            print_lines(*_plain(row))
            sys.stdout.flush()
    return code


def _pictures(paths: list[Path]) -> list[Path]:
    """Replaces folders with the pictures in them; an empty folder stays, and is reported later."""
    files: list[Path] = []
    for path in paths:
        inside = []
        if path.is_dir():
            inside = sorted(p for p in path.iterdir() if p.suffix.lower() in PICTURE_SUFFIXES)
        files += inside or [path]
    return files


def describe(recogniser: Recogniser, path: Path, crib: bool) -> dict[str, Any]:
    """Returns the JSON row of a picture, with lines for plain output under "_lines".

    Raises:
        DeviceError: the picture cannot be read; see `load_picture`.
    """
    if path.is_dir():
        return {"file": str(path), "error": "no picture in this folder"}
    image = load_picture(path)
    began = time.perf_counter()
    reading = recogniser.read(image)
    spent_ms = (time.perf_counter() - began) * 1000
    row: dict[str, Any] = {
        "file": str(path),
        "cards": [
            {
                "card": str(sighting.card),
                "confidence": round(sighting.confidence, 3),
                "corners": [[round(x, 1), round(y, 1)] for x, y in sighting.corners],
            }
            for sighting in reading.sightings
        ],
        "sure": reading.sure,
        "points": None,
        "starter": None,
        "ms": round(spent_ms, 1),
    }
    if len(reading.sightings) == 5:
        row |= _counted(reading, crib)
    return row


def _counted(reading: Reading, crib: bool) -> dict[str, Any]:
    guess = guess_starter(reading.sightings)
    cards = [sighting.card for sighting in reading.sightings]
    starter = cards.pop(guess.index)
    score = score_hand(cards, starter, crib=crib)
    items = [
        f"  {item.points:2}  {item.kind}  {' '.join(map(str, item.cards))}" for item in score.items
    ]
    return {
        "points": score.total,
        "starter": str(starter),
        "_lines": [
            f"  starter {starter}" + ("" if guess.clearness >= CLEAR else " (a guess)"),
            *items,
            f"  {spoken(score)}",
        ],
    }


def _plain(row: dict[str, Any]) -> list[str]:
    """Returns the lines of plain output."""
    cards = " ".join(item["card"] for item in row["cards"]) or "no cards"
    lines = [f"{row['file']}: {cards}"]
    if row["points"] is not None:
        lines[0] += f" - {row['points']} point{'' if row['points'] == 1 else 's'}"
    if row["cards"] and not row["sure"]:
        lines[0] += " (not sure)"
    return [*lines, *row.get("_lines", [])]


def _public(row: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in row.items() if not key.startswith("_")}


def _progress(number: int = 0, of: int = 0, path: Path | None = None) -> None:
    if of != 1:
        progress(f"{number}/{of} {path.name}" if path is not None else "")
